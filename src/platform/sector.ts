/**
 * Path in SVG of a sector of a circle, such as a slice of a pie chart. An arc cannot end where it begins: the whole
 * circle is no sector.
 * @param circle in px
 * @param from where it begins, in turns clockwise from the top
 * @param to where it ends, less than a turn on
 */
export function sectorPath(circle: { x: number; y: number; radius: number }, from: number, to: number): string {
  const { x, y, radius } = circle
  const point = (turn: number) => {
    const angle = (turn - 0.25) * 2 * Math.PI
    return `${round(x + radius * Math.cos(angle))} ${round(y + radius * Math.sin(angle))}`
  }
  return `M${x} ${y}L${point(from)}A${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${point(to)}Z`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
