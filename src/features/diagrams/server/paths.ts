import { RENDERER } from './pictures.ts'

export interface PictureAddress {
  attachmentId: number
  version: number
  page?: string | undefined
  /** 2 for high-density screens. */
  scale: number
}

/** Path of a rendered picture; immutable, as it has version and renderer. */
export function picturePath({ attachmentId, version, page, scale }: PictureAddress): string {
  const query = new URLSearchParams({ version: String(version), scale: String(scale), renderer: String(RENDERER) })
  if (page !== undefined) query.set('page', page)
  return `/rest/oxbow/1.0/diagrams/picture/${attachmentId}?${query}`
}
