/** Pixels of all pictures in a diagram together, unpacked. */
const MAX_PIXELS = 60_000_000
/** Pictures of pixels; those inside an SVG picture are drawn by nobody, as resvg takes none there. */
const PICTURE = /data:image\/(?:png|jpeg|gif|webp);base64,([a-z0-9+/=]+)/gi
/** One transparent pixel. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/**
 * Replaces pictures in an SVG that would take too much memory when unpacked, or are none, by an empty one. A few bytes
 * may unpack to gigabytes, so this is asked of their headers before anything unpacks them.
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
  return refused.size === 0 ? svg : svg.replace(PICTURE, uri => refused.has(uri) ? NOTHING : uri)
}

/** Infinite for what is no picture of these formats: nothing should try to unpack it. */
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
