/**
 * Elements of MathML and SVG that macros draw with, and their attributes. None of them runs script, loads anything or
 * holds HTML; texts of pages never name them, since the renderer knows only elements of HTML.
 */

const words = (written: string): ReadonlySet<string> => new Set(written.split(/\s+/))

const mathElements = words(
  `math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mroot mrow mspace msqrt mstyle msub msubsup msup
  mtable mtd mtext mtr munder munderover`,
)
const mathAttributes = words(
  `accent accentunder columnalign columnlines columnspacing depth display displaystyle fence form frame height largeop
  linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowlines
  rowspacing rspace scriptlevel separator stretchy symmetric voffset width xmlns`,
)

const drawingElements = words('svg g path rect circle ellipse line polyline polygon text tspan')
const drawingAttributes = words(
  `cx cy d dx dy fill fill-opacity font-size font-style font-weight height opacity points r rx ry stroke
  stroke-dasharray stroke-linejoin stroke-width text-anchor transform viewBox width x x1 x2 y y1 y2`,
)

export function isForeignElement(name: string): boolean {
  return mathElements.has(name) || drawingElements.has(name)
}

/** Whether an element has an attribute, beside those that all elements have. */
export function isForeignAttribute(element: string, attribute: string): boolean {
  if (mathElements.has(element)) return mathAttributes.has(attribute)
  return drawingElements.has(element) && drawingAttributes.has(attribute)
}

/** The value of an attribute; undefined if it refers to something, which no drawing of ours does. */
export function safeForeign(value: string): string | undefined {
  return /url\s*\(|[<>\\]|[a-z]:\/\//i.test(value) && value !== MATH_NAMESPACE ? undefined : value
}

export const MATH_NAMESPACE = 'http://www.w3.org/1998/Math/MathML'
