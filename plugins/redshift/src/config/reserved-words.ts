/**
 * Words that cannot be the name of a database or a role, even in quotes. Source: Amazon Redshift Database Developer Guide,
 * "Reserved words", together with the limits on the pages "CREATE DATABASE" and "CREATE ROLE".
 */
const WORDS = `
  aes128 aes256 all allowoverwrite analyse analyze and any array as asc authorization az64 backup between binary
  blanksasnull both bytedict bzip2 case cast check collate column connect constraint create credentials cross current_date
  current_time current_timestamp current_user current_user_id default deferrable deflate defrag delta delta32k desc disable
  distinct do else emptyasnull enable encode encrypt encryption end except explicit false for foreign freeze from full
  globaldict256 globaldict64k grant group gzip having identity ignore ilike in initially inner intersect interval into is
  isnull join language leading left like limit localtime localtimestamp lun luns lzo lzop minus mostly16 mostly32 mostly8
  natural new not notnull null nulls off offline offset oid old on only open or order outer overlaps parallel partition
  percent permissions pivot placing primary public raw readratio recover references rejectlog resort respect restore right
  select session_user similar snapshot some start sysdate system table tag tdes text255 text32k then timestamp to top
  trailing true truncatecolumns union unique unnest unpivot user using verbose wallet when where with without
`;

const RESERVED: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

/** Returns whether a name is a reserved word, in any case. */
export function isReservedWord(name: string): boolean {
  return RESERVED.has(name.toLowerCase());
}
