/** How new shapes and connectors look: as the program has it, or as one was chosen to be the example of, on this device. */
import { FORMAT, FORMAT_VERSION, type DiagramObject } from '#diagrams/model/document.ts'
import { pickStyle, withStyle, type StyleFields } from '#diagrams/operations/style.ts'
import { plainBlock } from '#diagrams/operations/text.ts'
import { checkDocument } from '#diagrams/model/validate.ts'
import { keep, kept } from '../panels/parts/kept.ts'

const KEPT = 'usual-look'

/** What new objects are given over the program's own look; an empty one changes nothing. */
interface UsualLook {
  shape?: StyleFields
  connector?: StyleFields
}

/** The look that new objects of this device begin with. */
export function usualLook(): UsualLook {
  return kept(KEPT, isLook) ?? {}
}

/** Makes an object the example that new ones of its kind follow. */
export function keepLookOf(object: DiagramObject): void {
  // Parameters and corners are a shape's own.
  const { shape: _, parameters: _2, ...look } = pickStyle(object)
  if (object.kind === 'shape' || object.kind === 'connector') keep(KEPT, { ...usualLook(), [object.kind]: look })
}

export function forgetLook(): void {
  keep(KEPT, null)
}

export function hasUsualLook(): boolean {
  return Object.keys(usualLook()).length > 0
}

/** Others may have written to the storage: only what makes right objects is taken. */
function isLook(value: unknown): value is UsualLook {
  if (typeof value !== 'object' || value === null) return false
  const { shape, connector }: { shape?: object; connector?: object } = value
  const base = { parent: null, layer: 'l', order: 'a0' }
  const stroke = { colour: '#000000', width: 1 } as const
  const end = { at: { x: 0, y: 0 } }
  const text = plainBlock('')
  const examples = [
    withStyle({ ...base, kind: 'shape', id: 's', shape: 'basic.rectangle', x: 0, y: 0, width: 1, height: 1, style: { fill: { kind: 'none' }, stroke }, text }, shape ?? {}),
    withStyle({
      ...base, kind: 'connector', id: 'c', from: end, to: end, route: 'straight', waypoints: [], stroke, startArrow: 'none', endArrow: 'none',
      labels: [{ along: 0.5, across: 0, text }],
    }, connector ?? {}),
  ]
  // Throws for what is none.
  checkDocument({
    format: FORMAT, version: FORMAT_VERSION, media: {},
    pages: [{
      id: 'p', name: 'p', width: 1, height: 1, background: null, grid: { size: 10, visible: false, snap: false },
      layers: [{ id: 'l', name: 'l', visible: true, locked: false }], objects: Object.fromEntries(examples.map(one => [one.id, one])),
    }],
  })
  return true
}
