import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { showToast } from '#platform/web/ui/toast-store.ts'
import type { AvatarPerson } from '#platform/web/ui/Avatar.tsx'
import { commentPath } from '#features/content-core/address-shared.ts'
import type { Commented } from '../contract.ts'

/** Pictures in a notice. */
const MOST_AVATARS = 8

/** Notices about what others did on one page, and how many of them the reader has not seen in the title of the tab. */
export class Notices {
  readonly #pageId: string
  #comments: Commented[] = []
  #editor: AvatarPerson | undefined
  #close: (() => void)[] = []

  constructor(pageId: string) {
    this.#pageId = pageId
  }

  /** Adds comments to the notice about new ones, which stays the same one while it is open. */
  commented(found: readonly Commented[]): void {
    if (found.length === 0) return
    this.#comments = [...this.#comments, ...found]
    const people = new Map(this.#comments.map(({ commenter }) => [commenter.userName, commenter]))
    const [first] = this.#comments
    const count = this.#comments.length
    this.#close.push(
      showToast({
        key: 'live-comments',
        title:
          count === 1 && first
            ? t('{{name}} wrote a comment', { name: first.commenter.displayName })
            : t('{{count}} new comments', { count }),
        people: [...people.values()].map(({ displayName, profilePicture }) => ({
          name: displayName,
          picture: profilePicture.path,
        })),
        mostPeople: MOST_AVATARS,
        action: { label: t('Show'), run: () => first && showComment(this.#pageId, first.comment.id) },
        closeAfter: null,
        onClose: () => {
          this.#comments = []
          this.#showCount()
        },
      }),
    )
    this.#showCount()
  }

  /** Offers to load the page again. */
  edited(editor: AvatarPerson, reload: () => void): void {
    this.#editor = editor
    this.#close.push(
      showToast({
        key: 'live-edit',
        title: t('{{name}} edited this page', { name: editor.name }),
        people: [editor],
        action: { label: t('Reload'), run: reload },
        closeAfter: null,
        onClose: () => {
          this.#editor = undefined
          this.#showCount()
        },
      }),
    )
    this.#showCount()
  }

  /** Closes them, when another page is opened. */
  end(): void {
    for (const close of this.#close) close()
  }

  #showCount(): void {
    const count = this.#comments.length + (this.#editor ? 1 : 0)
    const title = document.title.replace(/^\(\d+\) /, '')
    document.title = count === 0 ? title : `(${count}) ${title}`
  }
}

function showComment(pageId: string, id: number): void {
  const comment = document.getElementById(`comment-${id}`)
  if (!comment) return navigateTo(commentPath(pageId, id))
  comment.scrollIntoView({ block: 'center' })
  comment.focus({ preventScroll: true })
}
