import { useId } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { Dialog, DialogFooter } from '#platform/web/ui/Dialog.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { useUnlink, type UnlinkProps } from './useUnlink.ts'

type Unlinking = ReturnType<typeof useUnlink>

/** Over an edited text, where diagrams are copied too. */
export function CopyFlowUnlinkDialog(props: UnlinkProps) {
  const id = useId()
  const unlinking = useUnlink(props)
  return (
    <Dialog
      title={t('Unlink Diagram')}
      width={460}
      height={275}
      onClose={props.onClose}
      footer={
        <ButtonRow align="end">
          <Button
            variant="primary"
            type="submit"
            form={id}
            isDisabled={!unlinking.isValid}
            isPending={unlinking.isPending}
          >
            {t('Unlink')}
          </Button>
        </ButtonRow>
      }
    >
      <p>{t('Once unlinked, changes made to the original diagram will not be reflected here, and vice versa.')}</p>
      <NameForm id={id} label={t('Diagram Name')} unlinking={unlinking} />
    </Dialog>
  )
}

/** Over a page, from the bar over a picture. */
export function ToolbarUnlinkDialog(props: UnlinkProps) {
  const id = useId()
  const unlinking = useUnlink(props)
  return (
    <Dialog
      title={t('Unlink Diagram?')}
      width={460}
      onClose={props.onClose}
      footer={
        <DialogFooter
          onCancel={props.onClose}
          type="submit"
          form={id}
          isDisabled={!unlinking.isValid}
          isPending={unlinking.isPending}
        >
          {t('Unlink Diagram')}
        </DialogFooter>
      }
    >
      <NameForm id={id} label={t('New name of the unlinked copy')} unlinking={unlinking} />
    </Dialog>
  )
}

interface NameFormProps {
  id: string
  label: string
  unlinking: Unlinking
}

function NameForm({ id, label, unlinking: { name, error, change, run } }: NameFormProps) {
  return (
    <form
      id={id}
      onSubmit={event => {
        event.preventDefault()
        run()
      }}
    >
      <TextField
        label={label}
        value={name}
        onChange={change}
        maxLength={300}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        {...(error === undefined ? {} : { error })}
      />
    </form>
  )
}
