/** Single settings of Terraform resources that open, weaken or expose them: a table, so that a provider's next one is a line. */

export interface TerraformSetting {
  readonly kind: RegExp;
  readonly attribute: string;
  readonly value: RegExp;
  readonly rule: string;
  /** Nested blocks on the way to the attribute. */
  readonly within?: readonly string[];
}

export const TERRAFORM_SETTINGS: readonly TerraformSetting[] = [
  {
    kind: /^aws_(?:db_instance|rds_cluster_instance|redshift_cluster|dms_replication_instance)$/u,
    attribute: 'publicly_accessible',
    value: /^true$/u,
    rule: 'cloud-public-database',
  },
  {
    kind: /^aws_(?:db_instance|rds_cluster|docdb_cluster|neptune_cluster)$/u,
    attribute: 'storage_encrypted',
    value: /^false$/u,
    rule: 'cloud-unencrypted-storage',
  },
  {
    kind: /^aws_(?:ebs_volume|efs_file_system|redshift_cluster|ebs_encryption_by_default)$/u,
    attribute: 'encrypted',
    value: /^false$/u,
    rule: 'cloud-unencrypted-storage',
  },
  {
    kind: /^aws_(?:instance|launch_configuration)$/u,
    within: ['root_block_device'],
    attribute: 'encrypted',
    value: /^false$/u,
    rule: 'cloud-unencrypted-storage',
  },
  {
    kind: /^aws_elasticache_replication_group$/u,
    attribute: 'at_rest_encryption_enabled',
    value: /^false$/u,
    rule: 'cloud-unencrypted-storage',
  },
  {
    kind: /^aws_elasticache_replication_group$/u,
    attribute: 'transit_encryption_enabled',
    value: /^false$/u,
    rule: 'cloud-plain-traffic',
  },
  {
    kind: /^aws_(?:instance|launch_template)$/u,
    within: ['metadata_options'],
    attribute: 'http_tokens',
    value: /^"optional"$/u,
    rule: 'cloud-metadata-v1',
  },
  {
    kind: /^aws_cloudfront_distribution$/u,
    within: ['default_cache_behavior'],
    attribute: 'viewer_protocol_policy',
    value: /^"allow-all"$/u,
    rule: 'cloud-plain-traffic',
  },
  {
    kind: /^aws_cloudfront_distribution$/u,
    within: ['viewer_certificate'],
    attribute: 'minimum_protocol_version',
    value: /^"(?:SSLv3|TLSv1|TLSv1_2016|TLSv1\.1_2016)"$/u,
    rule: 'cloud-old-tls',
  },
  {
    kind: /^aws_(?:lb_listener|alb_listener|elb)$/u,
    attribute: 'ssl_policy',
    value: /TLS-1-0|2015-05|2016-08|TLS-1-1/u,
    rule: 'cloud-old-tls',
  },
  {
    kind: /^azurerm_storage_account$/u,
    attribute: 'allow_nested_items_to_be_public',
    value: /^true$/u,
    rule: 'cloud-public-storage',
  },
  {
    kind: /^azurerm_storage_account$/u,
    attribute: 'allow_blob_public_access',
    value: /^true$/u,
    rule: 'cloud-public-storage',
  },
  {
    kind: /^azurerm_storage_container$/u,
    attribute: 'container_access_type',
    value: /^"(?:blob|container)"$/u,
    rule: 'cloud-public-storage',
  },
  {
    kind: /^azurerm_storage_account$/u,
    attribute: 'enable_https_traffic_only',
    value: /^false$/u,
    rule: 'cloud-plain-traffic',
  },
  {
    kind: /^azurerm_storage_account$/u,
    attribute: 'https_traffic_only_enabled',
    value: /^false$/u,
    rule: 'cloud-plain-traffic',
  },
  {
    kind: /^azurerm_(?:app_service|linux_web_app|windows_web_app|function_app|linux_function_app)$/u,
    attribute: 'https_only',
    value: /^false$/u,
    rule: 'cloud-plain-traffic',
  },
  { kind: /^azurerm_/u, attribute: 'ssl_enforcement_enabled', value: /^false$/u, rule: 'cloud-plain-traffic' },
  { kind: /^azurerm_/u, attribute: 'min_tls_version', value: /^"(?:1\.[01]|TLS1_[01])"$/u, rule: 'cloud-old-tls' },
  { kind: /^azurerm_/u, attribute: 'minimum_tls_version', value: /^"(?:1\.[01]|TLS1_[01])"$/u, rule: 'cloud-old-tls' },
  {
    kind: /^azurerm_(?:mssql_server|postgresql_server|mysql_server|mariadb_server)$/u,
    attribute: 'public_network_access_enabled',
    value: /^true$/u,
    rule: 'cloud-public-database',
  },
  {
    kind: /^google_sql_database_instance$/u,
    within: ['settings', 'ip_configuration'],
    attribute: 'require_ssl',
    value: /^false$/u,
    rule: 'cloud-plain-traffic',
  },
  {
    kind: /^google_sql_database_instance$/u,
    within: ['settings', 'ip_configuration', 'authorized_networks'],
    attribute: 'value',
    value: /^"0\.0\.0\.0\/0"$/u,
    rule: 'cloud-public-database',
  },
];
