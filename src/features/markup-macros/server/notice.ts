import { h, type Html, type MacroCall } from '#language/index.ts'

/** A sentence in place of what cannot be shown, with the source of the author. */
export function sourceNotice(call: MacroCall<unknown>, sentence: string, source: string): Html {
  if (call.inline)
    return call.root('span', { class: 'macro-notice-inline', role: 'note' }, h('code', {}, source), ` (${sentence})`)
  return call.root('div', { class: 'macro-notice', role: 'note' }, sentence, h('pre', { tabindex: 0 }, source))
}
