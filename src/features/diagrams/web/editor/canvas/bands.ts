/**
 * The drawing's DOM elements in bands: an `<svg>` for a few dozen each, in drawing order. The browser repaints only
 * changed bands; a single large `<svg>` would be traversed each frame.
 */
const SVG = 'http://www.w3.org/2000/svg'
const PER_BAND = 48

interface Band {
  svg: SVGSVGElement
  content: SVGGElement
}

export class Bands {
  readonly #root: HTMLElement
  readonly #bands: Band[] = []
  #transform = ''
  #shown: readonly Element[] = []

  /** @param root element for the bands alone */
  constructor(root: HTMLElement) {
    this.#root = root
  }

  /** Sets the camera's transform. */
  setTransform(transform: string): void {
    this.#transform = transform
    for (const { content } of this.#bands) content.setAttribute('transform', transform)
  }

  /** Shows exactly these elements in order, touching only changed ones. */
  show(elements: readonly Element[]): void {
    if (elements.length === this.#shown.length && elements.every((element, index) => element === this.#shown[index]))
      return
    this.#shown = elements
    const wanted = new Set(elements)
    const count = Math.ceil(elements.length / PER_BAND)
    while (this.#bands.length < count) this.#bands.push(this.#newBand())
    for (const { content } of this.#bands) {
      const gone = Array.from(content.children).filter(element => !wanted.has(element))
      for (const element of gone) element.remove()
    }
    this.#bands.forEach(({ content }, index) => {
      let next = content.firstElementChild
      for (const element of elements.slice(index * PER_BAND, (index + 1) * PER_BAND)) {
        if (element === next) next = next.nextElementSibling
        else content.insertBefore(element, next)
      }
    })
    for (const { svg } of this.#bands.splice(count)) svg.remove()
  }

  #newBand(): Band {
    const svg = document.createElementNS(SVG, 'svg')
    svg.setAttribute('class', 'ox-de-band')
    const content = document.createElementNS(SVG, 'g')
    if (this.#transform) content.setAttribute('transform', this.#transform)
    svg.append(content)
    this.#root.append(svg)
    return { svg, content }
  }
}
