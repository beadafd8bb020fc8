/**
 * Keeps the areas of a picture's image map on its shapes while the picture is shown smaller than its width says, as on
 * narrow screens: browsers take their coordinates as px of the picture as it is shown.
 * @returns a function that ends it and gives the areas their own coordinates back
 */
export function fitImageMap(container: HTMLElement): () => void {
  const image = container.querySelector<HTMLImageElement>('img[usemap]')
  const fullWidth = Number(image?.getAttribute('width'))
  const areas = [...container.querySelectorAll<HTMLAreaElement>('map > area')].map(area => ({ area, coords: area.coords }))
  if (!image || !(fullWidth > 0) || areas.length === 0) return () => undefined
  const fit = () => {
    // Without its border, from which areas are not measured.
    const scale = image.clientWidth / fullWidth
    if (scale === 0) return
    for (const { area, coords } of areas) area.coords = scaledCoords(coords, scale)
  }
  const observer = new ResizeObserver(fit)
  observer.observe(image)
  fit()
  return () => {
    observer.disconnect()
    for (const { area, coords } of areas) area.coords = coords
  }
}

/** Coordinates of an area, `x,y,…`, for a picture in a scale. */
export function scaledCoords(coords: string, scale: number): string {
  return coords.split(',').map(value => Math.round(Number(value) * scale * 100) / 100).join(',')
}
