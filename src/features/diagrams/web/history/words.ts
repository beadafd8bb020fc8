/** Differences of diagrams in words. */
import { useEffect, useState } from 'react'
import { locale, t } from '#platform/web/i18n.ts'
import { objectOf } from '#diagrams/model/order.ts'
import type { ConnectorEnd, DiagramObject, DiagramPage } from '#diagrams/model/document.ts'
import type {
  Aspect,
  LayerDifference,
  ObjectDifference,
  PageAspect,
  PageComparison,
} from '#diagrams/operations/compare/contract.ts'
import { nameOf } from '#diagrams/operations/outline.ts'

/** Names of shapes in the reader's language, by their English ones. */
type ShapeNames = Readonly<Record<string, string>>

export interface Words {
  /** Name and changes of an object: “Rectangle “Pay””, “moved, fill changed”. */
  ofObject: (difference: ObjectDifference, page: PageComparison) => { object: string; changes: string }
  /** A sentence for each difference of a page and its layers. */
  ofPage: (page: PageComparison) => string[]
}

/** Words in the reader's language; names of shapes are English until they are loaded. */
export function useWords(): Words {
  const [names, setNames] = useState<ShapeNames>({})
  useEffect(() => {
    let isOver = false
    void shapeNames()
      .then(loaded => {
        if (!isOver) setNames(loaded)
      })
      .catch(reportError)
    return () => {
      isOver = true
    }
  }, [])
  return wordsIn(names)
}

async function shapeNames(): Promise<ShapeNames> {
  if (!locale().startsWith('de')) return {}
  return (await import('../../i18n/shapes.de.json', { with: { type: 'json' } })).default
}

/** @param names of shapes, by their English ones */
export function wordsIn(names: ShapeNames): Words {
  const own: ShapeNames = { Shape: t('Shape'), Picture: t('Picture'), Group: t('Group') }
  const called = (object: DiagramObject | undefined): string => {
    if (!object) return t('nothing')
    const { kind, text } = nameOf(object)
    const name = own[kind] ?? names[kind] ?? kind
    return text === '' ? name : t('{{kind}} “{{text}}”', { kind: name, text })
  }
  const atEnd = ({ attached }: ConnectorEnd, page: DiagramPage | undefined) =>
    attached && page ? called(objectOf(page, attached.objectId)) : t('nothing')
  const line = (object: DiagramObject & { kind: 'connector' }, page: DiagramPage | undefined) => {
    const ends = { from: atEnd(object.from, page), to: atEnd(object.to, page) }
    const { text } = nameOf(object)
    if (text !== '') return t('Line “{{text}}”', { text })
    return object.from.attached || object.to.attached ? t('Line from {{from}} to {{to}}', ends) : t('Line')
  }
  return {
    ofObject: (difference, page) => {
      const [object, of] = difference.before ? [difference.before, page.before] : [difference.after, page.after]
      return {
        object: object.kind === 'connector' ? line(object, of) : called(object),
        changes:
          difference.status === 'changed'
            ? difference.aspects.map(aspect => aspectWords(aspect, difference, page, { called, atEnd })).join(', ')
            : difference.status === 'added'
              ? t('added')
              : t('removed'),
      }
    },
    ofPage: ({ before, after, aspects, layers }) => {
      if (!before) return [t('Page “{{name}}” was added.', { name: after?.name ?? '' })]
      if (!after) return [t('Page “{{name}}” was removed.', { name: before.name })]
      return [...aspects.map(aspect => pageWords(aspect, before, after)), ...layers.map(layerWords)]
    },
  }
}

interface Names {
  called: (object: DiagramObject | undefined) => string
  atEnd: (end: ConnectorEnd, page: DiagramPage | undefined) => string
}

function aspectWords(
  aspect: Aspect,
  { before, after }: ObjectDifference & { status: 'changed' },
  page: PageComparison,
  { called, atEnd }: Names,
): string {
  switch (aspect) {
    case 'text':
      return textWords(nameOf(before).text, nameOf(after).text)
    case 'shape':
      return t('became {{shape}}', { shape: called(after) })
    case 'connected':
      return after.kind === 'connector'
        ? t('leads from {{from}} to {{to}} now', {
            from: atEnd(after.from, page.after),
            to: atEnd(after.to, page.after),
          })
        : ''
    case 'parent': {
      const holder = after.parent === null || !page.after ? undefined : objectOf(page.after, after.parent)
      return holder ? t('lies in {{name}} now', { name: called(holder) }) : t('taken out of what it lay in')
    }
    case 'layer':
      return t('on layer “{{name}}” now', { name: page.after?.layers.find(({ id }) => id === after.layer)?.name ?? '' })
    case 'visibility':
      return after.hidden ? t('hidden') : t('shown')
    case 'lock':
      return after.locked ? t('locked') : t('unlocked')
    default:
      return plainWords(aspect)
  }
}

function textWords(before: string, after: string): string {
  if (before === '') return t('text “{{after}}” added', { after })
  if (after === '') return t('text “{{before}}” removed', { before })
  return t('text is “{{after}}” now instead of “{{before}}”', { before, after })
}

function plainWords(
  aspect: Exclude<Aspect, 'text' | 'shape' | 'connected' | 'parent' | 'layer' | 'visibility' | 'lock'>,
): string {
  switch (aspect) {
    case 'moved':
      return t('moved')
    case 'resized':
      return t('resized')
    case 'turned':
      return t('turned')
    case 'fill':
      return t('fill changed')
    case 'line':
      return t('line changed')
    case 'arrows':
      return t('arrowheads changed')
    case 'font':
      return t('text formatted differently')
    case 'look':
      return t('opacity, shadow or form changed')
    case 'routed':
      return t('takes another way')
    case 'labels':
      return t('label moved')
    case 'order':
      return t('brought forward or back')
    case 'link':
      return t('link changed')
  }
}

function pageWords(aspect: PageAspect, before: DiagramPage, after: DiagramPage): string {
  switch (aspect) {
    case 'renamed':
      return t('Page “{{before}}” is called “{{after}}” now.', { before: before.name, after: after.name })
    case 'resized':
      return t('The page has another size.')
    case 'background':
      return t('The page has another background.')
    case 'layers':
      return t('The layers stand in another order.')
  }
}

function layerWords({ status, before, after, aspects }: LayerDifference): string {
  const name = (after ?? before).name
  if (status === 'added') return t('Layer “{{name}}” was added.', { name })
  if (status === 'removed') return t('Layer “{{name}}” was removed.', { name })
  const changes = aspects.map(aspect => {
    if (aspect === 'renamed') return t('called “{{name}}” before', { name: before.name })
    if (aspect === 'visibility') return after.visible ? t('shown') : t('hidden')
    return after.locked ? t('locked') : t('unlocked')
  })
  return t('Layer “{{name}}”: {{changes}}.', { name, changes: changes.join(', ') })
}
