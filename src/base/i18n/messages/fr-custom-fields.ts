import type { enCustomFields } from './en-custom-fields.ts'

export const frCustomFields: Readonly<Record<keyof typeof enCustomFields, string>> = {
  'tag.fields': 'Champs supplémentaires des évènements, lieux et organisateurs',
  'error.custom-field-not-found': 'Champ introuvable.',
  'error.custom_field_exists': 'Un champ avec cette clé existe déjà.',
  'error.too_many_custom_fields': 'Au plus {limit} champs peuvent être définis.',
  'hint.custom_text': 'Un texte de {limit} octets au plus est attendu.',
  'hint.any_number': 'Un nombre est attendu.',
  'hint.custom_keys': 'Des clés de champs supplémentaires de ces éléments sont attendues : {names}.',
  'hint.custom_fields': 'Un objet avec des valeurs par clé de champ supplémentaire est attendu.',
  'hint.custom_key':
    'Au plus {limit} lettres, chiffres, « _ » et « - » sont attendus, en commençant par une lettre ou un « _ ».',
  'hint.custom_labels':
    'Un texte, ou un objet avec des textes de {limit} caractères au plus par langue, est attendu : {names}.',
  'hint.custom_options':
    'Une liste de {limit} textes différents au plus est attendue ; un choix en demande au moins un, les autres types aucun.',
  'operation.listFields': 'Lister les champs supplémentaires dans leur ordre',
  'operation.createField': 'Créer un champ supplémentaire',
  'operation.getField': 'Obtenir un champ supplémentaire',
  'operation.updateField': 'Modifier un champ supplémentaire ; ce qui est omis ne change pas',
  'operation.deleteField': 'Supprimer un champ supplémentaire ; les valeurs enregistrées sont conservées et masquées',
  'custom_field.key': 'Clé du champ, sous laquelle les éléments contiennent sa valeur ; elle ne peut pas changer',
  'custom_field.label':
    'Libellé par langue ; un texte est le libellé dans la première langue du site. Les réponses l’affichent dans la langue de leur URL',
  'custom_field.type': 'Type des valeurs. Après un changement, les valeurs d’un autre type sont masquées',
  'custom_field.options': 'Valeurs autorisées d’un choix',
  'custom_field.kinds': 'Types d’éléments qui ont le champ ; tous par défaut',
  'custom_field.show_on_pages': 'Si les pages publiques affichent les valeurs ; oui par défaut',
  'custom_field.order': 'Position dans les formulaires, pages et réponses ; la dernière par défaut',
  'field.custom_fields':
    'Valeurs des champs supplémentaires par clé ; {"label", "value"} comme dans les réponses est aussi accepté. Une valeur vide en supprime une, les autres clés ne changent pas',
  'list.custom_fields':
    'Valeurs des champs supplémentaires par clé, comme custom_fields[age]=18 ; les éléments doivent toutes les avoir',
  'word.yes': 'Oui',
  'word.no': 'Non',
}
