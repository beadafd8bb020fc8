import type { FormEvent, ReactNode } from 'react'
import type { Action } from '../form.ts'
import { t } from '../i18n.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { FormStack } from './Section.tsx'

export interface ActionFormProps {
  /** Run by Enter and the button. */
  action: Action<[]>
  /** Fields with their own errors; others show above the button. */
  fields?: readonly string[]
  submitLabel?: string
  /** `default` for secondary forms. */
  variant?: 'primary' | 'default'
  children: ReactNode
}

/** Form of a screen with field errors. For dialogs see `FormDialog`. */
export function ActionForm({
  action,
  fields = [],
  submitLabel = t('Save'),
  variant = 'primary',
  children,
}: ActionFormProps) {
  const error = action.formError(...fields)
  return (
    <form
      onInput={action.reset}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void action.run()
      }}
    >
      <FormStack>
        {children}
        {error && <Banner tone="danger" title={error} />}
        <div>
          <Button variant={variant} type="submit" isPending={action.isPending}>
            {submitLabel}
          </Button>
        </div>
      </FormStack>
    </form>
  )
}
