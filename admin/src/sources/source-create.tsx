import { Create, SimpleForm } from 'react-admin'
import { SourceFields } from './source-fields.tsx'

const DEFAULTS = { type: 'ics', status: 'publish', missing: 'cancel', interval: 60, enabled: true }

/** The first run starts within a second. */
export default function SourceCreate() {
  return (
    <Create redirect="edit">
      <SimpleForm defaultValues={DEFAULTS} sx={{ maxWidth: 640 }}>
        <SourceFields operation="createSource" />
      </SimpleForm>
    </Create>
  )
}
