/** Default style of new shapes and connectors: the program's, or that of a chosen example, stored on this device. */
import { blankPage, documentOf, objectsById } from '#diagrams/model/blank.ts'
import type { DiagramObject } from '#diagrams/model/document.ts'
import { pickStyle, withStyle, type StyleFields } from '#diagrams/operations/style.ts'
import { plainBlock } from '#diagrams/operations/text.ts'
import { checkDocument } from '#diagrams/model/validate.ts'
import { storeSetting, readSetting } from '../store/settings.ts'

const SETTING = 'usual-look'

/** Style of new objects over the program's default. */
interface DefaultStyle {
  shape?: StyleFields
  connector?: StyleFields
}

/** The stored default style. */
export function defaultStyle(): DefaultStyle {
  return readSetting(SETTING, isLook) ?? {}
}

/** Makes an object's style the default of its kind. */
export function storeDefaultStyle(object: DiagramObject): void {
  // Parameters and corners belong to the shape.
  const { shape: _, parameters: _2, ...look } = pickStyle(object)
  if (object.kind === 'shape' || object.kind === 'connector')
    storeSetting(SETTING, { ...defaultStyle(), [object.kind]: look })
}

export function resetDefaultStyle(): void {
  storeSetting(SETTING, null)
}

export function hasDefaultStyle(): boolean {
  return Object.keys(defaultStyle()).length > 0
}

/** Validates untrusted storage. */
function isLook(value: unknown): value is DefaultStyle {
  if (typeof value !== 'object' || value === null) return false
  const { shape, connector }: { shape?: object; connector?: object } = value
  const base = { parent: null, layer: 'l1', order: 'a0' }
  const stroke = { colour: '#000000', width: 1 } as const
  const end = { at: { x: 0, y: 0 } }
  const text = plainBlock('')
  const examples = [
    withStyle(
      {
        ...base,
        kind: 'shape',
        id: 's',
        shape: 'basic.rectangle',
        x: 0,
        y: 0,
        width: 1,
        height: 1,
        style: { fill: { kind: 'none' }, stroke },
        text,
      },
      shape ?? {},
    ),
    withStyle(
      {
        ...base,
        kind: 'connector',
        id: 'c',
        from: end,
        to: end,
        route: 'straight',
        waypoints: [],
        stroke,
        startArrow: 'none',
        endArrow: 'none',
        labels: [{ along: 0.5, across: 0, text }],
      },
      connector ?? {},
    ),
  ]
  // Throws for invalid ones.
  checkDocument(documentOf(blankPage({ objects: objectsById(examples) })))
  return true
}
