import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useSetAnswer } from '#platform/web/query.ts'
import { ActionForm } from '#platform/web/ui/ActionForm.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { elevated } from '#features/accounts/web/index.ts'
import { getRetention, setRetention, type Retention } from '#features/audit/contract.ts'
import css from '../admin.module.css'

/** Form for the audit log's retention. */
export function RetentionForm() {
  const retention = useEndpoint(getRetention)
  return (
    <Loaded answer={retention} failure={t('The settings could not be read')} skeleton={2}>
      {read => <Form retention={read} />}
    </Loaded>
  )
}

function Form({ retention }: { retention: Retention }) {
  const setAnswer = useSetAnswer(getRetention)
  const [number, setNumber] = useState(String(retention.number))
  const [units, setUnits] = useState<Retention['units']>(retention.units)
  const save = useAction(async () => {
    setAnswer(await elevated(() => call(setRetention, { body: { number: Number(number), units } })))
    showSuccess(t('The settings were saved'))
  })
  return (
    <ActionForm action={save} fields={['number']} variant="default">
      <div className={css.pair}>
        <TextField
          label={t('Number')}
          inputMode="numeric"
          isRequired
          value={number}
          onChange={setNumber}
          error={save.fieldError('number')}
          maxLength={5}
        />
        <Select
          label={t('Unit')}
          value={units}
          onChange={unit => setUnits(unit as Retention['units'])}
          options={[
            { id: 'DAYS', label: t('Days') },
            { id: 'MONTHS', label: t('Months') },
            { id: 'YEARS', label: t('Years') },
          ]}
        />
      </div>
    </ActionForm>
  )
}
