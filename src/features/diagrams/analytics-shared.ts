/** Events of the viewer's actions that there are. */
export const VIEWER_EVENTS = {
  shown: 'showInlineViewer',
  fullscreen: 'clickFullscreen',
  copy: 'clickCopyTo',
  linked: 'clickLinked',
  embed: 'showEmbedDialog',
  unlink: 'clickUnlink',
} as const
/** Name of the property that says whether events of diagrams are left out. */
export const ANALYTICS_OFF = 'analyticsOff'
/** Meta with that name, in documents whose reader's use may be recorded. */
export const ANALYTICS_PROPERTY_META = 'gliffy-analytics-property-id'
/** Meta with the value of that property. */
export const ANALYTICS_OFF_META = 'gliffy-analytics-off'
