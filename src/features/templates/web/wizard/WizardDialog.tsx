import { type ComponentType, type FormEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '#platform/message-of.ts'
import { t } from '#platform/web/i18n.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Spinner } from '#platform/web/ui/Spinner.tsx'
import type { Wizard, WizardPage, WizardValues } from './wizard.ts'
import css from './wizard.module.css'

/** The form of a page: fields with names, which begin with the given values. */
export type WizardForm = ComponentType<{ values: WizardValues }>

interface Props {
  wizard: Wizard<WizardForm>
  /** Label of the last page's button. */
  finishLabel: string
  onClose: () => void
}

/** Tab index of a wizard's fields, as callers of the old product read it. */
const TAB_INDEX = 10

/** The dialog of a wizard. Ends by going to the final address, in a new window after a middle click. */
export function WizardDialog({ wizard, finishLabel, onClose }: Props) {
  const id = useId()
  const { page, isPending, error, submit, back } = useWizard(wizard, onClose)
  const form = useRef<HTMLFormElement>(null)
  const inNewWindow = useRef(false)
  const { isFirst, isLast, template: Form } = wizard
  useEffect(() => {
    for (const field of form.current?.querySelectorAll<HTMLElement>('input, textarea, select') ?? [])
      field.tabIndex = TAB_INDEX
    form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [page])
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    void submit(valuesIn(event.currentTarget), inNewWindow.current)
    inNewWindow.current = false
  }
  // React Aria takes presses of the main button alone.
  const onAuxClick = (event: MouseEvent) => {
    if (!isLast || isPending || event.button !== 1) return
    inNewWindow.current = true
    form.current?.requestSubmit()
  }
  return (
    <Dialog
      title={page.title}
      onClose={onClose}
      isDismissable={false}
      width={840}
      footer={
        <ButtonRow align="end">
          {isPending && isLast && <Spinner size={20} label={t('Working…')} />}
          {!isFirst && (
            <Button isDisabled={isPending} onPress={back}>
              {t('Back')}
            </Button>
          )}
          <span onAuxClick={onAuxClick}>
            <Button variant="primary" type="submit" form={id} isDisabled={isPending}>
              {isLast ? finishLabel : t('Next')}
            </Button>
          </span>
        </ButtonRow>
      }
    >
      <div className={css.page}>
        <form key={page.id} ref={form} id={id} className={css.form} onSubmit={onSubmit}>
          <fieldset className={css.fields} disabled={isPending}>
            <Form values={wizard.pageValues} />
          </fieldset>
          {error && (
            <p className={css.error} role="alert">
              {error}
            </p>
          )}
        </form>
        <Description page={page} />
      </div>
    </Dialog>
  )
}

/** The page that is shown, and the steps from it. */
function useWizard(wizard: Wizard<WizardForm>, onClose: () => void) {
  const [page, setPage] = useState(wizard.page)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const submit = async (values: WizardValues, inNewWindow: boolean) => {
    if (isPending) return
    setPending(true)
    setError(undefined)
    try {
      const step = await wizard.next(values)
      if (step.kind === 'finished') end(step.finalUrl, inNewWindow)
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setPending(false)
      setPage(wizard.page)
    }
  }
  const end = (finalUrl: string | undefined, inNewWindow: boolean) => {
    // As a new document: the sidebar may have got a shortcut. Until it is there, the dialog is.
    if (finalUrl !== undefined && !inNewWindow) return location.assign(finalUrl)
    onClose()
    if (finalUrl !== undefined) window.open(finalUrl, '_blank')
  }
  const back = () => {
    wizard.back()
    setError(undefined)
    setPage(wizard.page)
  }
  return { page, isPending, error, submit, back }
}

function Description({ page }: { page: WizardPage }) {
  const { descriptionHeader, descriptionHeaderLink, descriptionContent } = page
  if (descriptionHeader === undefined && descriptionContent === undefined) return null
  return (
    <aside className={css.description}>
      {descriptionHeader !== undefined && (
        <h3>
          {descriptionHeaderLink === undefined ? (
            descriptionHeader
          ) : (
            <a href={descriptionHeaderLink} target="_blank" rel="noreferrer">
              {descriptionHeader}
            </a>
          )}
        </h3>
      )}
      {descriptionContent !== undefined && <p>{descriptionContent}</p>}
    </aside>
  )
}

function valuesIn(form: HTMLFormElement): WizardValues {
  return Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}
