import { RENDERER } from './pictures.ts'

export interface PictureAddress {
  attachmentId: number
  version: number
  page?: string | undefined
  /** 2 is sharp on the screens of today. */
  scale: number
}

/** Path of a drawn picture. Whatever it shows never changes: the address names version and renderer. */
export function picturePath({ attachmentId, version, page, scale }: PictureAddress): string {
  const query = new URLSearchParams({ version: String(version), scale: String(scale), renderer: String(RENDERER) })
  if (page !== undefined) query.set('page', page)
  return `/rest/oxbow/1.0/diagrams/picture/${attachmentId}?${query}`
}
