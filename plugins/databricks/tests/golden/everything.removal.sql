BEGIN
  -- drop grant "select on the audit tables to 5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e"
  IF EXISTS (SELECT 1 FROM system.information_schema.catalogs WHERE catalog_name = 'governance' AND comment = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:catalog') THEN
    REVOKE SELECT ON TABLE system.access.audit FROM `5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e`;
    REVOKE SELECT ON TABLE system.access.table_lineage FROM `5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e`;
    REVOKE SELECT ON TABLE system.access.column_lineage FROM `5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e`;
    REVOKE USE SCHEMA ON SCHEMA system.access FROM `5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e`;
    REVOKE USE CATALOG ON CATALOG system FROM `5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e`;
  END IF;

  -- drop catalog "governance"
  IF EXISTS (SELECT 1 FROM system.information_schema.catalogs WHERE catalog_name = 'governance' AND comment = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:catalog') THEN
    IF EXISTS (SELECT 1 FROM system.information_schema.row_filters WHERE filter_catalog = 'governance' AND catalog_name <> 'governance') THEN
      SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Portcullis stopped: row filters or column masks of this catalog are still on tables of other catalogs. Remove them first.';
    END IF;
    IF EXISTS (SELECT 1 FROM system.information_schema.column_masks WHERE mask_catalog = 'governance' AND catalog_name <> 'governance') THEN
      SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Portcullis stopped: row filters or column masks of this catalog are still on tables of other catalogs. Remove them first.';
    END IF;
    IF EXISTS (SELECT schema_name FROM system.information_schema.schemata WHERE catalog_name = 'governance' AND schema_name <> 'information_schema' AND schema_name <> 'default' AND schema_owner NOT IN (SELECT schema_owner FROM system.information_schema.schemata WHERE catalog_name = 'governance' AND schema_name = 'portcullis_policies' AND comment = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:policy-schema')) THEN
      SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Portcullis stopped: the catalog contains objects that the service does not own. Move or remove them first.';
    END IF;
    IF EXISTS (SELECT table_schema, table_name FROM system.information_schema.tables WHERE table_catalog = 'governance' AND table_schema <> 'information_schema' AND table_owner NOT IN (SELECT schema_owner FROM system.information_schema.schemata WHERE catalog_name = 'governance' AND schema_name = 'portcullis_policies' AND comment = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:policy-schema')) THEN
      SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Portcullis stopped: the catalog contains objects that the service does not own. Move or remove them first.';
    END IF;
    IF EXISTS (SELECT routine_schema, routine_name FROM system.information_schema.routines WHERE routine_catalog = 'governance' AND routine_schema <> 'information_schema' AND routine_owner NOT IN (SELECT schema_owner FROM system.information_schema.schemata WHERE catalog_name = 'governance' AND schema_name = 'portcullis_policies' AND comment = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:policy-schema')) THEN
      SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Portcullis stopped: the catalog contains objects that the service does not own. Move or remove them first.';
    END IF;
    IF EXISTS (SELECT volume_schema, volume_name FROM system.information_schema.volumes WHERE volume_catalog = 'governance' AND volume_schema <> 'information_schema' AND volume_owner NOT IN (SELECT schema_owner FROM system.information_schema.schemata WHERE catalog_name = 'governance' AND schema_name = 'portcullis_policies' AND comment = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:policy-schema')) THEN
      SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Portcullis stopped: the catalog contains objects that the service does not own. Move or remove them first.';
    END IF;
    DROP CATALOG `governance` CASCADE;
  END IF;
END;
