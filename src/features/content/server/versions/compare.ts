import { diffArrays } from 'diff'

export interface MarkedPair {
  before: string
  after: string
  inline: string
  complete: boolean
}

/** Beyond this many differences the comparison is given up: the texts have little in common. */
const MAX_EDITS = 8000
const MAX_TOKENS = 200_000
const TIMEOUT_MS = 1500
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
  if (left.length + right.length > MAX_TOKENS) return plain
  const changes = diffArrays(left, right, { maxEditLength: MAX_EDITS, timeout: TIMEOUT_MS })
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

/** Wraps runs of text; tags pass, or are left out where the other side's structure stands. */
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
