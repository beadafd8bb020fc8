/** A drawing with its fonts in it, as an image loads none; with those of the system where they cannot be loaded. */
export async function svgWithFonts(svg: string): Promise<string> {
  try {
    const { withFonts } = await import('./fonts.ts')
    return await withFonts(svg)
  } catch (error) {
    reportError(error)
    return svg
  }
}
