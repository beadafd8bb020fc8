import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { beginDraft } from './begin-draft.ts'
import { meetingNotesWizard } from './meeting-notes/meeting-notes.tsx'
import { WizardDialog } from './wizard/WizardDialog.tsx'
import { Wizard } from './wizard/wizard.ts'

interface Props {
  /** Id of the blueprint, or the old product's name of it. */
  blueprint: string
  spaceKey: string
  onClose: () => void
}

/** The wizard of a blueprint; ends in the editor, with a draft. */
export default function BlueprintWizard({ blueprint, spaceKey, onClose }: Props) {
  const [wizard] = useState(
    () =>
      new Wizard({
        ...meetingNotesWizard(spaceKey),
        finish: context => beginDraft({ spaceKey, contentBlueprintId: blueprint, context }),
      }),
  )
  return <WizardDialog wizard={wizard} finishLabel={t('Create')} onClose={onClose} />
}
