import { afterEach, describe, expect, it, vi } from 'vitest'
import { Wizard, type SubmitHandler, type WizardPage, type WizardValues } from './wizard.ts'

const PAGES: readonly WizardPage[] = [
  {
    id: 'one',
    title: 'First',
    templateKey: 'a',
    descriptionHeader: 'About',
    descriptionHeaderLink: '/about',
    descriptionContent: 'More',
  },
  { id: 'two', title: 'Second', templateKey: 'b' },
  { id: 'three', title: 'Third', templateKey: 'a', last: true },
  { id: 'spare', title: 'Spare', templateKey: 'b' },
]

function wizardOf(onSubmit: Readonly<Record<string, SubmitHandler>> = {}, pages = PAGES) {
  const finished: WizardValues[] = []
  const finish = (values: WizardValues) => {
    finished.push(values)
    return Promise.resolve('/done')
  }
  const wizard = new Wizard({ config: { pages }, templates: { a: 'form a', b: 'form b' }, onSubmit, finish })
  return { wizard, finished }
}

describe('a wizard', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('runs from a config: pages with their forms, up to the one that is marked as last [P3-14]', async () => {
    const { wizard, finished } = wizardOf()
    expect([wizard.page, wizard.template, wizard.isFirst, wizard.isLast]).toEqual([PAGES[0], 'form a', true, false])
    expect(await wizard.next({})).toEqual({ kind: 'moved' })
    expect([wizard.page, wizard.template, wizard.isFirst, wizard.isLast]).toEqual([PAGES[1], 'form b', false, false])
    expect(await wizard.next({})).toEqual({ kind: 'moved' })
    expect([wizard.page, wizard.template, wizard.isLast]).toEqual([PAGES[2], 'form a', true])
    expect(await wizard.next({})).toEqual({ kind: 'finished', finalUrl: '/done' })
    expect(finished).toHaveLength(1)
  })

  it('merges the values of its pages, flat [P3-15]', async () => {
    const { wizard, finished } = wizardOf({}, PAGES.slice(0, 2))
    await wizard.next({ title: 'T', shared: 'first' })
    expect(finished).toEqual([])
    await wizard.next({ people: 'ada', shared: 'second' })
    expect(finished).toEqual([{ title: 'T', people: 'ada', shared: 'second' }])
  })

  it('stays where a handler prevents it, and waits for one that answers later [P4.8-02]', async () => {
    let release = () => undefined as void
    let isPrevented = true
    const { wizard } = wizardOf({
      one: submit => {
        if (isPrevented) submit.preventDefault()
      },
      two: () => new Promise<void>(resolve => (release = resolve)),
    })
    expect(await wizard.next({ title: '' })).toEqual({ kind: 'stayed' })
    expect([wizard.page.id, wizard.values]).toEqual(['one', {}])
    isPrevented = false
    await wizard.next({ title: 'T' })
    const step = wizard.next({})
    await Promise.resolve()
    expect(wizard.page.id).toBe('two')
    release()
    expect(await step).toEqual({ kind: 'moved' })
    expect(wizard.page.id).toBe('three')
  })

  it('goes on with the page that a handler names, else with the one that follows [P4.8-03]', async () => {
    const { wizard } = wizardOf({
      one: submit => {
        if (submit.values['skip'] === 'yes') submit.nextPageId = 'three'
      },
    })
    await wizard.next({ skip: 'no' })
    expect(wizard.page.id).toBe('two')
    wizard.back()
    await wizard.next({ skip: 'yes' })
    expect(wizard.page.id).toBe('three')
    wizard.back()
    expect(wizard.page.id).toBe('one')
  })

  it('discards the values of a page that is left by Back [P4.8-06]', async () => {
    const { wizard } = wizardOf()
    await wizard.next({ title: 'T' })
    await wizard.next({ people: 'ada' })
    wizard.back()
    expect([wizard.page.id, wizard.pageValues]).toEqual(['two', { people: 'ada' }])
    wizard.back()
    expect([wizard.page.id, wizard.pageValues, wizard.values]).toEqual(['one', { title: 'T' }, { title: 'T' }])
    await wizard.next({ title: 'T' })
    expect([wizard.page.id, wizard.pageValues]).toEqual(['two', {}])
  })

  it('stays where a handler rejects, and logs it alone [P5-12]', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const failure = new Error('no')
    const { wizard } = wizardOf({ one: () => Promise.reject(failure) })
    expect(await wizard.next({ title: 'T' })).toEqual({ kind: 'stayed' })
    expect([wizard.page.id, wizard.values]).toEqual(['one', {}])
    expect(log).toHaveBeenCalledExactlyOnceWith('The page one of the wizard was not submitted', failure)
  })

  it('raises an error for a form that does not exist [P5-13] [P8-15]', () => {
    const { wizard } = wizardOf({}, [{ id: 'one', title: 'First', templateKey: 'nowhere' }])
    expect(() => wizard.template).toThrow('The wizard points to a non-existent template: nowhere')
    expect(() => wizardOf({}, [{ id: 'one', title: 'First', templateKey: 'constructor' }]).wizard.template).toThrow(
      'non-existent template',
    )
  })
})
