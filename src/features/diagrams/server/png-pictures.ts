/** Total of decoded pixels in a diagram. */
const MAX_PIXELS = 60_000_000
/** Raster images; resvg ignores those inside nested SVGs. */
const PICTURE = /data:image\/(?:png|jpeg|gif|webp);base64,([a-z0-9+/=]+)/gi
/** One transparent pixel. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/**
 * Replaces invalid images and those that would decode to too many pixels by an empty one, by their headers: a few
 * bytes may decode to gigabytes.
 */
export async function withinLimits(svg: string): Promise<string> {
  if (!svg.includes('data:image/')) return svg
  const refused = new Set<string>()
  let left = MAX_PIXELS
  for (const [uri, data] of svg.matchAll(PICTURE)) {
    if (refused.has(uri)) continue
    const pixels = await pixelsOf(Buffer.from(data ?? '', 'base64'))
    if (pixels > left) refused.add(uri)
    else left -= pixels
  }
  return refused.size === 0 ? svg : svg.replace(PICTURE, uri => (refused.has(uri) ? NOTHING : uri))
}

/** Infinite for unknown formats, which must not be decoded. */
async function pixelsOf(bytes: Buffer): Promise<number> {
  const { default: sharp } = await import('sharp')
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    return width * height
  } catch (error) {
    if (error instanceof Error) return Infinity
    throw error
  }
}
