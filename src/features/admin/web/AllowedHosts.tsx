import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useSetAnswer } from '#platform/web/query.ts'
import { ActionForm } from '#platform/web/ui/ActionForm.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { TextArea } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { elevated } from '#features/accounts/web/index.ts'
import { getAllowedHosts, setAllowedHosts } from '#features/webhooks/contract.ts'
import css from './admin.module.css'

/** Section with the internal hosts that the wiki may call, one per line. */
export function AllowedHosts() {
  const allowed = useEndpoint(getAllowedHosts)
  return (
    <div className={css.below}>
      <Section
        title={t('Hosts in the own network')}
        description={t(
          'Addresses in the internal network are refused, so that the wiki does not give users access to systems that they cannot reach themselves. These hosts are exceptions.',
        )}
      >
        <Loaded answer={allowed} failure={t('The settings could not be read')} skeleton={3}>
          {({ hosts }) => <Form hosts={hosts} />}
        </Loaded>
      </Section>
    </div>
  )
}

function Form({ hosts }: { hosts: readonly string[] }) {
  const setAnswer = useSetAnswer(getAllowedHosts)
  const [text, setText] = useState(hosts.join('\n'))
  const save = useAction(async () => {
    const given = text.split(/[\s,]+/).filter(host => host !== '')
    const answer = await elevated(() => call(setAllowedHosts, { body: { hosts: given } }))
    setAnswer(answer)
    setText(answer.hosts.join('\n'))
    showSuccess(t('The settings were saved'))
  })
  return (
    <ActionForm action={save} fields={['hosts']} variant="default">
      <TextArea
        label={t('Hosts')}
        rows={3}
        value={text}
        onChange={setText}
        error={save.fieldError('hosts')}
        description={t('One a line, as in ci.internal')}
        spellCheck="false"
        maxLength={26_000}
      />
    </ActionForm>
  )
}
