/** Markup of a document that is all its address shows. */
export interface ServerMarkup {
  main: string
  /** Absent without a sidebar. */
  sidebar: string | undefined
  layout: 'normal' | 'bare'
}

/** Initial document, as far as no screen renders it. */
export class ServerDocument {
  #markup: (ServerMarkup & { pathname: string }) | undefined
  /** The address has a screen, and the document holds its error. */
  #isAnswer = false
  #isFirst = true

  /**
   * @param container app element with the server markup
   * @param isWhole whether no screen takes over
   */
  constructor(container: HTMLElement, isWhole: boolean) {
    const main = isWhole ? container.querySelector('#main') : null
    if (!main) return
    this.#markup = {
      pathname: location.pathname,
      main: main.innerHTML,
      sidebar: container.querySelector('.ox-sidebar-body')?.innerHTML,
      layout: container.querySelector<HTMLElement>('.ox-frame')?.dataset.layout === 'bare' ? 'bare' : 'normal',
    }
  }

  get markup(): ServerMarkup | undefined {
    return this.#markup
  }

  /** Whether the document answers the first screen; a request would repeat it. */
  answersFirst(pathname: string): boolean {
    const isAnswered = this.#isFirst && this.#markup?.pathname === pathname
    this.#isFirst = false
    this.#isAnswer ||= isAnswered
    return isAnswered
  }

  /** On leaving the address: returning requests the screen. */
  leave(): void {
    if (this.#isAnswer) this.#markup = undefined
  }
}
