/** A page of a wizard. Its texts are in the reader's language. */
export interface WizardPage {
  readonly id: string
  readonly title: string
  /** Key of the form that it shows. */
  readonly templateKey: string
  /** Above the description beside the form. */
  readonly descriptionHeader?: string
  /** Address that the header leads to, in a new tab. */
  readonly descriptionHeaderLink?: string
  readonly descriptionContent?: string
  /** Ends the wizard, whatever pages follow. */
  readonly last?: boolean
}

export interface WizardConfig {
  readonly pages: readonly WizardPage[]
}

/** Values of a form, or of all forms merged, by the names of their fields. */
export type WizardValues = Readonly<Record<string, string>>

/** Data for a handler when a page is submitted, and its decision. */
export interface WizardSubmit {
  readonly page: WizardPage
  readonly values: WizardValues
  /** Page to go on with, in place of the one that follows. */
  nextPageId?: string
  /** Stays on the page. */
  preventDefault: () => void
}

/** Called when its page is submitted. The wizard waits for a promise; a rejected one stays on the page. */
export type SubmitHandler = (submit: WizardSubmit) => void | Promise<void>

export interface WizardOptions<Template> {
  readonly config: WizardConfig
  /** Forms by their key. */
  readonly templates: Readonly<Record<string, Template>>
  /** Handlers by the id of their page. */
  readonly onSubmit?: Readonly<Record<string, SubmitHandler>>
  /** Run after the last page with the values of all. Resolves to the address to go to, if any. */
  readonly finish: (values: WizardValues) => Promise<string | undefined>
}

/** `stayed`: the page is still shown. `finished`: `finalUrl` is where to go. */
export type WizardStep = { kind: 'stayed' | 'moved' } | { kind: 'finished'; finalUrl: string | undefined }

/** The state of a wizard: a dialog of several pages that gathers values. Makes no calls itself. */
export class Wizard<Template> {
  readonly #options: WizardOptions<Template>
  /** Ids of the pages up to the one that is shown. */
  readonly #path: string[]
  readonly #data = new Map<string, WizardValues>()

  /** @throws Error without pages */
  constructor(options: WizardOptions<Template>) {
    const [first] = options.config.pages
    if (!first) throw new Error('A wizard needs a page')
    this.#options = options
    this.#path = [first.id]
  }

  get page(): WizardPage {
    return this.#pageOf(this.#path.at(-1) ?? '')
  }

  /** The form of the page. @throws Error when there is none of its key */
  get template(): Template {
    const { templateKey } = this.page
    const { templates } = this.#options
    if (!Object.hasOwn(templates, templateKey))
      throw new Error(`The wizard points to a non-existent template: ${templateKey}`)
    return templates[templateKey] as Template
  }

  get isFirst(): boolean {
    return this.#path.length === 1
  }

  get isLast(): boolean {
    return this.page.last === true || this.#following() === undefined
  }

  /** Values of the pages so far, merged. */
  get values(): WizardValues {
    return Object.assign({}, ...this.#path.map(id => this.#data.get(id))) as WizardValues
  }

  /** Values of the page from before it was left. */
  get pageValues(): WizardValues {
    return this.#data.get(this.page.id) ?? {}
  }

  /** Submits the page: goes on, or runs the final action of the last one. @throws what the final action throws */
  async next(values: WizardValues): Promise<WizardStep> {
    const { page, isLast } = this
    const decided = await this.#ask(page, values)
    if (!decided) return { kind: 'stayed' }
    this.#data.set(page.id, values)
    const nextId = decided.nextPageId ?? (isLast ? undefined : this.#following()?.id)
    if (nextId === undefined) return { kind: 'finished', finalUrl: await this.#options.finish(this.values) }
    this.#path.push(this.#pageOf(nextId).id)
    return { kind: 'moved' }
  }

  /** Returns to the page before; the values of the page that is left are discarded. */
  back(): void {
    if (this.isFirst) return
    this.#data.delete(this.page.id)
    this.#path.pop()
  }

  /** Undefined where the page is to stay. */
  async #ask(page: WizardPage, values: WizardValues): Promise<WizardSubmit | undefined> {
    let isPrevented = false
    const submit: WizardSubmit = { page, values, preventDefault: () => (isPrevented = true) }
    try {
      await this.#options.onSubmit?.[page.id]?.(submit)
    } catch (error) {
      console.error(`The page ${page.id} of the wizard was not submitted`, error)
      return undefined
    }
    return isPrevented ? undefined : submit
  }

  #pageOf(id: string): WizardPage {
    const page = this.#options.config.pages.find(one => one.id === id)
    if (!page) throw new Error(`The wizard has no page ${id}`)
    return page
  }

  #following(): WizardPage | undefined {
    const { pages } = this.#options.config
    return pages[pages.indexOf(this.page) + 1]
  }
}
