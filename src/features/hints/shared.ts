/** How often the hint of a feature is shown before it counts as discovered. */
export const MOST_VIEWS = 3

/** Name of the meta with the features that the reader has discovered: JSON, keys of features by key of plugin. */
export const DISCOVERED_META = 'ajs-discovered-plugin-features'

/** A feature that a hint points out. */
export interface Feature {
  pluginKey: string
  featureKey: string
}
