import { expect, it } from 'vitest'
import { macroSource, opaqueView } from '#language/editor/index.ts'
import { plainReference, readReference } from '#features/diagrams/reference-shared.ts'
import { withReference } from './with-reference.ts'

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
