/** Message for users redirected from editing, by the old product's query parameters. */

export interface EditingMessage {
  tone: 'info' | 'warning'
  /** i18n keys. */
  title: string
  text: string
  values?: Readonly<Record<string, string>>
}

type Search = Readonly<Record<string, string | readonly string[] | undefined>>

/** Fallback editor name. */
const SOMEBODY = 'someone else'

/** Message of an address, or undefined. @param type of the viewed content */
export function editingMessage(search: Search, type: 'page' | 'blogpost'): EditingMessage | undefined {
  const flag = (name: string) => [search[name]].flat()[0]
  const locked = flag('editingLocked')
  if (locked !== undefined) {
    return {
      tone: 'info',
      title: 'Unable to edit',
      text: 'Collaborative editing is offline right now, and {{name}} is editing this page. Try again in a few minutes.',
      values: { name: locked === '' || locked === 'true' ? SOMEBODY : locked.slice(0, 255) },
    }
  }
  if (flag('editingFailed') !== undefined) {
    return {
      tone: 'warning',
      title: 'Unable to edit',
      text: 'Editing is unavailable right now. Try again in a few minutes.',
    }
  }
  if (flag('userLimitReached') !== undefined) {
    return { tone: 'warning', title: "You can't edit this page right now", text: "Try again when it's not so busy." }
  }
  if (flag('spaceEditingRestriction') !== undefined) {
    return type === 'page'
      ? {
          tone: 'warning',
          title: "You can't edit pages in this space",
          text: 'You need the "add page" permission. Ask a space admin to give it to you.',
        }
      : {
          tone: 'warning',
          title: "You can't edit blog posts in this space",
          text: 'You need the "add blog" permission. Ask a space admin to give it to you.',
        }
  }
  return undefined
}
