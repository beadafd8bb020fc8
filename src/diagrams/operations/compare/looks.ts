/** How looks and texts of objects differ. */
import type { DiagramDocument, DiagramObject, TextBlock, TextRun } from '../../model/document.ts'
import type { Aspect } from './contract.ts'
import { textOf } from './match.ts'
import { same } from './same.ts'

/** Aspects of an object that its place has no part in. */
export function lookAspects(
  before: DiagramObject,
  after: DiagramObject,
  documents: { before: DiagramDocument; after: DiagramDocument },
): Aspect[] {
  const found: Aspect[] = []
  const note = (aspect: Aspect, old: unknown, fresh: unknown) => {
    if (!same(old, fresh)) found.push(aspect)
  }
  note('text', textOf(before), textOf(after))
  note('shape', shapeOf(before, documents.before), shapeOf(after, documents.after))
  for (const aspect of ['fill', 'line', 'arrows', 'look', 'labels'] as const)
    note(aspect, looks(before)[aspect], looks(after)[aspect])
  if (textOf(before) === textOf(after)) note('font', blocksOf(before).map(formatted), blocksOf(after).map(formatted))
  else if (textOf(before) !== '' && textOf(after) !== '') note('font', formatsOf(before), formatsOf(after))
  note('link', before.link, after.link)
  note('visibility', Boolean(before.hidden), Boolean(after.hidden))
  note('lock', Boolean(before.locked), Boolean(after.locked))
  return found
}

function shapeOf(object: DiagramObject, { media }: DiagramDocument): unknown {
  if (object.kind === 'shape') return object.shape
  return object.kind === 'image' ? media[object.media]?.data : undefined
}

function looks(object: DiagramObject): Partial<Record<'fill' | 'line' | 'arrows' | 'look' | 'labels', unknown>> {
  switch (object.kind) {
    case 'group':
      return {}
    case 'connector': {
      const { stroke, route, cornerRadius = 0, jumps = false, startArrow, endArrow, opacity = 1, labels } = object
      return {
        line: { stroke, route, cornerRadius, jumps },
        arrows: [startArrow, endArrow],
        look: opacity,
        labels: labels.map(({ along, across, width }) => ({ along, across, width })),
      }
    }
    case 'image': {
      const { opacity = 1, shadow = false, stroke } = object.style ?? {}
      return { line: stroke, look: { opacity, shadow } }
    }
    case 'shape': {
      const { fill, stroke, opacity = 1, shadow = false } = object.style
      const { parameters = {}, container = false } = object
      return { fill, line: stroke, look: { opacity, shadow, parameters, container } }
    }
  }
}

function blocksOf(object: DiagramObject): TextBlock[] {
  if (object.kind === 'group') return []
  if (object.kind === 'connector') return object.labels.map(({ text }) => text)
  return object.text ? [object.text] : []
}

/** A block with neighbouring runs of one format as one. */
function formatted({ paragraphs, ...block }: TextBlock): unknown {
  return {
    block,
    paragraphs: paragraphs.map(({ runs, ...paragraph }) => ({ paragraph, runs: joined(runs) })),
  }
}

function joined(runs: readonly TextRun[]): TextRun[] {
  const together: TextRun[] = []
  for (const run of runs.filter(({ text }) => text !== '')) {
    const last = together.at(-1)
    if (last && same({ ...last, text: '' }, { ...run, text: '' })) last.text += run.text
    else together.push({ ...run })
  }
  return together
}

/** The different formats of a text, for comparing texts of other words. */
function formatsOf(object: DiagramObject): unknown {
  return blocksOf(object).map(({ paragraphs, ...block }) => {
    const formats = new Set(
      paragraphs.flatMap(({ runs, align, lineHeight = null }) =>
        runs.map(({ text: _, font, size, colour, bold, italic, underline, strike, background }) =>
          JSON.stringify([align, lineHeight, font, size, colour, bold, italic, underline, strike, background]),
        ),
      ),
    )
    return { block, formats: [...formats].toSorted() }
  })
}
