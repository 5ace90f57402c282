BEGIN
  -- drop catalog "gov`'quoted\"name;--"
  IF EXISTS (SELECT 1 FROM system.information_schema.catalogs WHERE catalog_name = 'gov`\'quoted\\"name;--' AND comment = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:catalog') THEN
    IF EXISTS (SELECT 1 FROM system.information_schema.row_filters WHERE filter_catalog = 'gov`\'quoted\\"name;--' AND catalog_name <> 'gov`\'quoted\\"name;--') THEN
      SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Portcullis stopped: row filters or column masks of this catalog are still on tables of other catalogs. Remove them first.';
    END IF;
    IF EXISTS (SELECT 1 FROM system.information_schema.column_masks WHERE mask_catalog = 'gov`\'quoted\\"name;--' AND catalog_name <> 'gov`\'quoted\\"name;--') THEN
      SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Portcullis stopped: row filters or column masks of this catalog are still on tables of other catalogs. Remove them first.';
    END IF;
    DROP CATALOG `gov``'quoted\"name;--` CASCADE;
  END IF;
END;
