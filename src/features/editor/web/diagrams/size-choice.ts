import { WIDTHS, type DiagramReference, type DiagramSize } from '#features/diagrams/reference-shared.ts'

/** Size that a macro of draw.io states by a width or a factor. */
const OWN_SIZE = { id: 'own', label: 'Size set in draw.io' } as const

export type SizeChoice = DiagramSize | typeof OWN_SIZE.id

/** Sizes of the old product; large and original are the same. */
const SIZES: readonly { id: DiagramSize; label: string }[] = [
  { id: 'O', label: 'Original' },
  { id: 'M', label: 'Medium, 300 px wide' },
  { id: 'S', label: 'Small, 200 px wide' },
  { id: 'T', label: 'Thumbnail, 100 px wide' },
]

/** Sizes to choose from for a diagram, with their English labels. */
export function sizesFor(reference: DiagramReference): readonly { id: SizeChoice; label: string }[] {
  return sizeOf(reference) === OWN_SIZE.id ? [OWN_SIZE, ...SIZES] : SIZES
}

/** The size that a reference has. */
export function sizeOf({ size, width, widthOf, zoom }: DiagramReference): SizeChoice {
  if (width === undefined && zoom === undefined) return size === 'L' ? 'O' : size
  const named = SIZES.find(({ id }) => WIDTHS[id] === width)
  return named && zoom === undefined && widthOf === undefined ? named.id : OWN_SIZE.id
}

/** The reference with a chosen size; the same one if it has that. */
export function resized(reference: DiagramReference, choice: SizeChoice): DiagramReference {
  if (choice === sizeOf(reference) || choice === OWN_SIZE.id) return reference
  const { width: _width, widthOf: _version, zoom: _zoom, ...others } = reference
  return { ...others, size: choice }
}
