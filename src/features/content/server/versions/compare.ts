import { diffArrays } from 'diff'
import type { WorkerTask } from '#platform/server/workers/task.ts'

export interface MarkedPair {
  before: string
  after: string
  inline: string
  complete: boolean
}

interface CompareLimits {
  /** Of both sides. */
  tokens: number
  /** Beyond this many differences the comparison is given up: the texts have little in common. */
  edits: number
  milliseconds: number
}

/** For a reader who waits for it. */
const LIMITS: CompareLimits = { tokens: 200_000, edits: 8000, milliseconds: 1500 }
const TOKEN = /<[^>]*>|&[#\w]+;|[\p{L}\p{N}_]+|\s+|[^<\s]/gu

/**
 * Compares rendered HTML word by word. Text that went is wrapped in `del`, text that came in `ins`. The tags of each
 * result are exactly those of one side (the newer one in line), so that the markup stays well formed; both inputs must
 * be the renderer's own output.
 */
export function compareHtml(before: string, after: string): MarkedPair {
  const left = before.match(TOKEN) ?? []
  const right = after.match(TOKEN) ?? []
  const plain = { before, after, inline: after, complete: false }
  const changes = changedTokens(left, right)
  if (!changes) return plain
  const sides = { before: '', after: '', inline: '' }
  for (const { value, added, removed } of changes) {
    if (removed) {
      sides.before += marked(value, 'del', true)
      sides.inline += marked(value, 'del', false)
    } else if (added) {
      sides.after += marked(value, 'ins', true)
      sides.inline += marked(value, 'ins', true)
    } else {
      const text = value.join('')
      sides.before += text
      sides.after += text
      sides.inline += text
    }
  }
  return { ...sides, complete: true }
}

/** {@link compareHtml}, which takes long for long texts. */
export const compareTask: WorkerTask<{ before: string; after: string }, MarkedPair> = {
  name: 'content.compare',
  run: ({ before, after }) => compareHtml(before, after),
}

/** Tokens, e.g. words, that stayed, came and went between two texts. @returns undefined beyond the limits */
export function changedTokens(left: string[], right: string[], limits = LIMITS) {
  if (left.length + right.length > limits.tokens) return undefined
  return diffArrays(left, right, { maxEditLength: limits.edits, timeout: limits.milliseconds })
}

/** Wraps runs of text; tags pass, or are left out where the other side's structure is used. */
function marked(tokens: readonly string[], element: 'ins' | 'del', keepTags: boolean): string {
  let html = ''
  let run = ''
  const flush = () => {
    if (run.trim() !== '') html += `<${element}>${run}</${element}>`
    else html += run
    run = ''
  }
  for (const token of tokens) {
    if (!isTag(token)) {
      run += token
      continue
    }
    flush()
    if (keepTags) html += token
  }
  flush()
  return html
}

function isTag(token: string): boolean {
  return token.startsWith('<') && token.endsWith('>') && token.length > 1
}
