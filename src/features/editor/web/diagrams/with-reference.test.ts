import { expect, it } from 'vitest'
import { macroSource, opaqueView } from '#language/editor/index.ts'
import { referenceOf } from '#features/diagrams/macros-shared.ts'
import { plainReference, readReference } from '#features/diagrams/reference-shared.ts'
import { asReference, withReference } from './with-reference.ts'

it('says how a diagram is shown, drops what is the default, and keeps what it does not know', () => {
  const before = macroSource('gliffy', {
    name: 'Flow',
    pageid: '7',
    macroId: 'x',
    size: 'S',
    version: '3',
    license: 'free',
  })
  const parametersOf = (source: string) => opaqueView(source).parameters
  const reference = {
    ...plainReference(7, 'Flow'),
    size: 'M' as const,
    border: true,
    chrome: 'min' as const,
    pagePin: 'p2',
  }
  const changed = withReference(before, reference, 1)
  expect(parametersOf(changed)).toEqual({
    name: 'Flow',
    pageid: '7',
    macroId: 'x',
    license: 'free',
    size: 'M',
    border: 'true',
    chrome: 'min',
    pagePin: 'p2',
  })
  expect(readReference({ parameters: parametersOf(changed) }, 1)).toEqual(reference)
  expect(parametersOf(withReference(changed, plainReference(7, 'Flow'), 1))).toEqual({
    name: 'Flow',
    pageid: '7',
    macroId: 'x',
    license: 'free',
  })
})

it('writes the parameters of draw.io into its macros', () => {
  const before = macroSource('drawio', { diagramName: 'Flow', revision: '3', width: '450', zoom: '2', links: 'auto' })
  const { width: _width, zoom: _zoom, ...shown } = referenceOf(opaqueView(before), 1) ?? plainReference(1, '')
  const changed = withReference(before, { ...shown, size: 'M', border: true, pagePin: 'p2' }, 1)
  expect(opaqueView(changed)).toMatchObject({
    name: 'drawio',
    parameters: { diagramName: 'Flow', revision: '3', width: '300', links: 'auto', border: 'true', aspect: 'p2' },
  })
})

it('replaces the diagram that a macro shows', () => {
  for (const [macro, name, size] of [
    ['gliffy', 'name', { size: 'S' }],
    ['drawio-sketch', 'diagramName', { width: '200' }],
  ] as const) {
    const before = macroSource(macro, { [name]: 'Flow', custom: 'kept', ...size })
    const shown = referenceOf(opaqueView(before), 1) ?? plainReference(1, '')
    expect(opaqueView(asReference(before, { ...shown, name: 'Flow 2' }, 1))).toMatchObject({
      name: macro,
      parameters: { [name]: 'Flow 2', custom: 'kept', ...size },
    })
  }
})
