/** What a diagram can be written as. */
export const EXPORT_FORMATS = ['png', 'png-2x', 'svg', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
