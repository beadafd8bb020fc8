declare module '#platform/server/database/tables.ts' {
  interface Tables {
    help_tip_dismissal: { account_id: number; tip_id: string; at: number }
    feature_discovery: FeatureDiscoveryTable
  }
}

interface FeatureDiscoveryTable {
  account_id: number
  plugin_key: string
  feature_key: string
  /** How often the hint was shown. */
  views: number
  discovered: number
}
export {}
