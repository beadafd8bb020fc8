import type { ReactNode } from 'react'
import { shared } from '#platform/web/shared.ts'

type Render = (close: () => void) => ReactNode

const shown = shared<Render | undefined>(undefined)

/** A dialog about a diagram of a page, which code outside of React opens. It can be shown once. */
export class PageDialog {
  readonly #render: Render
  #wasShown = false

  constructor(render: Render) {
    this.#render = render
  }

  /** @throws Error the second time */
  show(): void {
    if (this.#wasShown) throw new Error('can be shown only once per instance lifetime')
    this.#wasShown = true
    shown.set(this.#render)
  }
}

/** The open dialog; mounted once on each screen with diagrams. */
export function PageDialogPlace(): ReactNode {
  const render = shown.use()
  return render?.(() => {
    if (shown.get() === render) shown.set(undefined)
  })
}
