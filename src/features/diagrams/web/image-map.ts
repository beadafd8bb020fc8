/**
 * Rescales a picture's image map while it is displayed smaller than its width, as on narrow screens: area coordinates
 * are px of the displayed picture.
 * @returns a function that stops and restores the coordinates
 */
export function fitImageMap(container: HTMLElement): () => void {
  const image = container.querySelector<HTMLImageElement>('img[usemap]')
  const fullWidth = Number(image?.getAttribute('width'))
  const areas = [...container.querySelectorAll<HTMLAreaElement>('map > area')].map(area => ({
    area,
    coords: area.coords,
  }))
  if (!image || !(fullWidth > 0) || areas.length === 0) return () => undefined
  const fit = () => {
    // Areas are measured without the border.
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

/** Scaled coordinates of an area, `x,y,…`. */
export function scaledCoords(coords: string, scale: number): string {
  return coords
    .split(',')
    .map(value => Math.round(Number(value) * scale * 100) / 100)
    .join(',')
}
