BEGIN
  -- create catalog "governance"
  IF NOT EXISTS (SELECT 1 FROM system.information_schema.catalogs WHERE catalog_name = 'governance') THEN
    CREATE CATALOG `governance` MANAGED LOCATION 'abfss://unity@acmegovernance.dfs.core.windows.net/governance' COMMENT 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:catalog';
  ELSEIF NOT EXISTS (SELECT 1 FROM system.information_schema.catalogs WHERE catalog_name = 'governance' AND comment = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:catalog') THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Portcullis stopped at catalog: it, or an object on which it depends, is missing or was not created for this integration.';
  END IF;

  -- create schema "governance.portcullis_system"
  IF NOT EXISTS (SELECT 1 FROM system.information_schema.schemata WHERE catalog_name = 'governance' AND schema_name = 'portcullis_system') THEN
    CREATE SCHEMA `governance`.`portcullis_system` COMMENT 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:system-schema';
  ELSEIF NOT EXISTS (SELECT 1 FROM system.information_schema.schemata WHERE catalog_name = 'governance' AND schema_name = 'portcullis_system' AND comment = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:system-schema') THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Portcullis stopped at system-schema: it, or an object on which it depends, is missing or was not created for this integration.';
  END IF;
  ALTER SCHEMA `governance`.`portcullis_system` SET OWNER TO `5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e`;

  -- create schema "governance.portcullis_policies"
  IF NOT EXISTS (SELECT 1 FROM system.information_schema.schemata WHERE catalog_name = 'governance' AND schema_name = 'portcullis_policies') THEN
    CREATE SCHEMA `governance`.`portcullis_policies` COMMENT 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:policy-schema';
  ELSEIF NOT EXISTS (SELECT 1 FROM system.information_schema.schemata WHERE catalog_name = 'governance' AND schema_name = 'portcullis_policies' AND comment = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:policy-schema') THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Portcullis stopped at policy-schema: it, or an object on which it depends, is missing or was not created for this integration.';
  END IF;
  ALTER SCHEMA `governance`.`portcullis_policies` SET OWNER TO `5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e`;

  -- create grant "use catalog on catalog governance"
  IF NOT EXISTS (SELECT 1 FROM system.information_schema.catalogs WHERE catalog_name = 'governance' AND comment = 'portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:catalog') THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Portcullis stopped at catalog-use: it, or an object on which it depends, is missing or was not created for this integration.';
  END IF;
  GRANT USE CATALOG ON CATALOG `governance` TO `5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e`;

  -- create grant "select on the audit tables to 5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e"
  GRANT USE CATALOG ON CATALOG system TO `5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e`;
  GRANT USE SCHEMA ON SCHEMA system.access TO `5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e`;
  GRANT SELECT ON TABLE system.access.audit TO `5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e`;
  GRANT SELECT ON TABLE system.access.table_lineage TO `5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e`;
  GRANT SELECT ON TABLE system.access.column_lineage TO `5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e`;
END;
