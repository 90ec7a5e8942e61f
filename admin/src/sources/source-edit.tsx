import { Edit, SimpleForm } from 'react-admin'
import { useParams } from 'react-router-dom'
import { SourceFields } from './source-fields.tsx'
import { SourceRuns } from './source-runs.tsx'

export default function SourceEdit() {
  const { id = '' } = useParams()
  return (
    <>
      <Edit mutationMode="pessimistic" redirect={false}>
        <SimpleForm sx={{ maxWidth: 640 }}>
          <SourceFields operation="updateSource" />
        </SimpleForm>
      </Edit>
      <SourceRuns id={Number(id)} />
    </>
  )
}
