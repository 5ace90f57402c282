/**
 * The collation of all texts: by their bytes, spaces at the end included. Every other one of MariaDB treats some texts as
 * equal that differ.
 */
export const COLLATION = 'utf8mb4_nopad_bin';
