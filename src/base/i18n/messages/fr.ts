import type { MessageCatalog } from './catalog.ts'
import { frAccounts } from './fr-accounts.ts'
import { frChanges } from './fr-changes.ts'
import { frCustomFields } from './fr-custom-fields.ts'
import { frDigests } from './fr-digests.ts'
import { frDirectory } from './fr-directory.ts'
import { frDocument } from './fr-document.ts'
import { frEditing } from './fr-editing.ts'
import { frFinding } from './fr-finding.ts'
import { frHints } from './fr-hints.ts'
import { frHistory } from './fr-history.ts'
import { frImports } from './fr-imports.ts'
import { frMedia } from './fr-media.ts'
import { frPages } from './fr-pages.ts'
import { frProgram } from './fr-program.ts'
import { frRetries } from './fr-retries.ts'
import { frReview } from './fr-review.ts'
import { frSeries } from './fr-series.ts'
import { frSharing } from './fr-sharing.ts'
import { frSite } from './fr-site.ts'
import { frSources } from './fr-sources.ts'
import { frSubmissions } from './fr-submissions.ts'
import { frThemes } from './fr-themes.ts'
import { frViews } from './fr-views.ts'
import { frWebhooks } from './fr-webhooks.ts'
import { frWordpress } from './fr-wordpress.ts'

/** French: formal address, no-break spaces before `:` and `;`. A record is a "fiche". */
export const fr: MessageCatalog = {
  ...frAccounts,
  ...frChanges,
  ...frCustomFields,
  ...frDigests,
  ...frDirectory,
  ...frReview,
  ...frDocument,
  ...frEditing,
  ...frFinding,
  ...frHints,
  ...frMedia,
  ...frPages,
  ...frSeries,
  ...frHistory,
  ...frProgram,
  ...frRetries,
  ...frSharing,
  ...frSite,
  ...frSources,
  ...frSubmissions,
  ...frImports,
  ...frThemes,
  ...frViews,
  ...frWebhooks,
  ...frWordpress,
  'error.internal_server_error':
    'Erreur interne du serveur. Indiquez l’identifiant de la requête si vous signalez ce problème.',
  'error.overloaded': 'Le service est trop sollicité. Réessayez dans un instant.',
  'error.storage_full':
    'Le service ne peut rien enregistrer pour le moment, car son espace de stockage est plein. Réessayez plus tard.',
  'error.database_unavailable': 'La base de données n’est pas disponible pour le moment. Réessayez plus tard.',
  'error.database_unreachable': 'Le serveur de la base de données est injoignable. Réessayez dans un instant.',
  'error.database_locked': 'La base de données est verrouillée par un autre processus. Réessayez dans un instant.',
  'error.media_unavailable':
    'Le stockage des images et des fichiers n’est pas disponible pour le moment. Réessayez plus tard.',
  'error.rest_precondition_failed': 'La fiche a été modifiée depuis votre dernière lecture.',
  'error.request_too_large': 'Le corps de la requête dépasse {limit} octets.',
  'error.too_many_parts': 'Le formulaire comporte plus de {limit} parties.',
  'error.request_incomplete': 'Le corps de la requête est incomplet.',
  'error.forwarded_address_invalid': 'La dernière valeur de X-Forwarded-For n’est pas une adresse IP.',
  'error.not_an_event_stream': 'Cette URL fournit des pages de modifications. Le flux d’événements se trouve à {url}.',
  'error.request_malformed': 'La requête n’est pas du HTTP valide.',
  'error.request_too_complex': 'La requête contient plus de {limit} valeurs.',
  'error.request_headers_too_large': 'La ligne de requête et les en-têtes sont trop volumineux.',
  'error.request_timeout': 'La requête n’est pas arrivée à temps.',
  'error.too_many_requests': 'Trop de requêtes. Réessayez plus tard.',
  'error.too_many_sign_ins': 'Trop d’échecs de connexion. Réessayez plus tard.',
  'error.sign_ins_busy': 'Trop de connexions sont en cours. Réessayez dans quelques secondes.',
  'error.too_many_password_attempts': 'Trop de mots de passe incorrects. Réessayez plus tard.',
  'error.rest_no_route': 'Aucune route ne correspond à l’URL et à la méthode de la requête.',
  'error.rest_invalid_namespace': 'L’espace de noms indiqué est introuvable.',
  'error.rest_forbidden': 'Désolé, cette action ne vous est pas permise.',
  'error.rest_missing_callback_param': 'Paramètre(s) manquant(s) : {names}',
  'error.rest_invalid_param': 'Paramètre(s) non valide(s) : {names}',
  'error.rest_invalid_type': '{name} n’est pas du type {type}.',
  'error.invalid_parameter': 'Paramètre non valide.',
  'error.unknown_parameter': 'Paramètre inconnu.',
  'error.too_long': 'Ne doit pas dépasser {limit} caractères.',
  'error.too_much_text': 'Les textes de la requête dépassent {limit} caractères au total.',
  'error.too_many_tags': 'Les textes de la requête contiennent plus de {limit} balises HTML au total.',
  'error.needed_by': 'Requis par {name}.',
  'error.contradicts': 'Ceci contredit {name}.',
  'error.date_word_unknown': '« {word} » n’est pas compris.',
  'error.date_repeated': '« {word} » contredit une partie précédente du texte.',
  'error.date_missing': 'Le texte ne contient ni date ni heure.',
  'error.date_unclear': 'Le texte n’indique pas clairement une date ou une période.',
  'error.date_impossible': 'Cette date ou cette heure n’existe pas.',
  'error.ends_before_start': 'La fin ne doit pas précéder le début.',
  'error.image_not_fetched': 'L’image n’a pas pu être récupérée à partir de cette URL.',
  'error.image_not_a_picture': 'Le fichier n’est pas une image JPEG, PNG, GIF, WebP ou AVIF valide.',
  'error.image_too_large': 'L’image dépasse {limit} octets.',
  'error.image_too_many_pixels': 'L’image dépasse {limit} mégapixels, ou l’un de ses côtés dépasse {side} pixels.',
  'error.image_too_costly':
    'Le traitement de l’image demande trop de mémoire ou de temps. Envoyez une image plus petite.',
  'error.too_many_images': 'Une requête peut importer au plus {limit} images par URL.',
  'error.parent_loop': 'Une catégorie ne peut pas être son propre parent ou ancêtre.',
  'error.event_below_itself': 'Un évènement ne peut pas être son propre parent ou ancêtre.',
  'error.parent_not_yours': 'Vous n’êtes pas autorisé à ajouter des évènements enfants à cet évènement.',
  'error.wrong_member': '{path} : valeur absente ou non valide.',
  'error.external_id_taken': 'Une autre fiche du même type a déjà cet identifiant externe.',
  'error.external-id-not-found': 'Aucune fiche n’a l’identifiant externe {external_id}.',
  'error.not_yours_to_create': 'Terme inconnu. Vous n’êtes pas autorisé à créer des termes.',
  'error.media-not-found': 'Image introuvable.',
  'error.media-archive-page-not-found': 'La page demandée de la liste des images n’existe pas',
  'error.rest_upload_no_data': 'La requête ne contient aucun fichier.',
  'error.rest_upload_no_content_disposition':
    'Le fichier n’a pas de nom. Envoyez un en-tête Content-Disposition avec filename, ou un formulaire avec un ' +
    'champ nommé « file ».',
  'error.rest_cannot_create': 'Vous n’êtes pas autorisé à téléverser des images.',
  'error.rest_cannot_edit': 'Vous n’êtes pas autorisé à modifier cette image.',
  'error.rest_cannot_delete': 'Vous n’êtes pas autorisé à supprimer cette image.',
  'error.rest_cannot_create.term': 'Vous n’avez pas le droit de créer des termes dans cette taxonomie.',
  'error.rest_cannot_update': 'Vous n’avez pas le droit de modifier ce terme.',
  'error.rest_forbidden_context': 'Vous n’avez pas le droit de modifier les termes de cette taxonomie.',
  'error.rest_term_invalid': 'Ce terme n’existe pas.',
  'error.parent_term_missing': 'Le terme parent n’existe pas.',
  'error.oembed_invalid_url': 'Introuvable',
  'error.rest_post_invalid_id': 'Image introuvable.',
  'error.rest_post_invalid_page_number': 'Le numéro de page demandé dépasse le nombre de pages disponibles.',
  'error.rest_trash_not_supported':
    'Les images ne peuvent pas être mises à la corbeille. Envoyez force=true pour supprimer l’image définitivement.',
  'error.rest_invalid_json': 'Le corps JSON de la requête n’est pas valide.',
  'error.rest_callback_invalid': 'La fonction de rappel JSONP n’est pas valide.',
  'error.incorrect_password': 'Le mot de passe fourni n’est pas un mot de passe d’application valide.',
  'error.wrong_password': 'Le mot de passe est incorrect.',
  'error.invalid_username':
    '<strong>Erreur :</strong> nom d’utilisateur inconnu. Vérifiez-le ou essayez votre adresse e-mail.',
  'error.invalid_email':
    '<strong>Erreur :</strong> adresse e-mail inconnue. Vérifiez-la ou essayez votre nom d’utilisateur.',
  'error.rest_cookie_invalid_nonce': 'La vérification du cookie a échoué',
  'error.rest_not_logged_in': 'Vous n’êtes pas connecté.',
  'error.rest_user_invalid_id': 'Utilisateur introuvable.',
  'error.rest_application_password_not_found': 'Mot de passe d’application introuvable.',
  'error.rest_no_authenticated_app_password': 'La requête n’a pas été authentifiée par un mot de passe d’application.',
  'error.rest_cannot_list_application_passwords':
    'Vous n’êtes pas autorisé à lister les mots de passe d’application de cet utilisateur.',
  'error.rest_cannot_create_application_passwords':
    'Vous n’êtes pas autorisé à créer des mots de passe d’application pour cet utilisateur.',
  'error.rest_cannot_read_application_password': 'Vous n’êtes pas autorisé à lire ce mot de passe d’application.',
  'error.rest_cannot_edit_application_password': 'Vous n’êtes pas autorisé à modifier ce mot de passe d’application.',
  'error.rest_cannot_delete_application_password': 'Vous n’êtes pas autorisé à révoquer ce mot de passe d’application.',
  'error.rest_cannot_delete_application_passwords':
    'Vous n’êtes pas autorisé à révoquer les mots de passe d’application de cet utilisateur.',
  'error.rest_cannot_introspect_app_password_for_non_authenticated_user':
    'Seul l’utilisateur connecté peut consulter le mot de passe d’application utilisé.',
  'error.term_exists.category': 'Un terme de ce nom existe déjà sous ce parent.',
  'error.term_exists.tag': 'Un terme de ce nom existe déjà dans cette taxonomie.',
  'error.rest_taxonomy_not_hierarchical':
    'Impossible de définir un terme parent : la taxonomie n’est pas hiérarchique.',
  'error.rest-event-not-found': 'Aucun évènement n’a l’identifiant {id}.',
  'error.rest-invalid-event-id': 'L’identifiant indiqué n’est pas celui d’un évènement.',
  'error.event-no-longer-available': 'Cet évènement n’est plus disponible',
  'error.event-not-accessible': 'L’évènement demandé n’est pas accessible',
  'error.event-password-protected': 'L’évènement demandé n’est pas accessible sans mot de passe',
  'error.event-is-in-trash': 'L’évènement est déjà à la corbeille',
  'error.event-archive-page-not-found': 'La page demandée de la liste des évènements n’existe pas',
  'error.venue-not-accessible': 'Le lieu demandé n’est pas accessible',
  'error.venue-is-in-trash': 'Le lieu est déjà à la corbeille',
  'error.venue-archive-page-not-found': 'La page demandée de la liste des lieux n’existe pas',
  'error.could-not-create-venue': 'Le lieu n’a pas pu être créé à partir des données fournies',
  'error.organizer-not-accessible': 'L’organisateur demandé n’est pas accessible',
  'error.organizer-is-in-trash': 'L’organisateur est déjà à la corbeille',
  'error.organizer-archive-page-not-found': 'La page demandée de la liste des organisateurs n’existe pas',
  'error.could-not-create-organizer': 'L’organisateur n’a pas pu être créé à partir des données fournies',
  'word.free': 'Gratuit',
  'field.id': 'ID de la fiche',
  'field.slug_key': 'Slug de la fiche',
  'field.password': 'Mot de passe d’une fiche protégée',
  'field.post_password': 'Mot de passe qui protège la fiche ; vide pour lever la protection',
  'field.author': 'ID de l’utilisateur à qui appartient la fiche',
  'field.date': 'Date et heure de publication, dans le fuseau horaire du site',
  'field.date_utc': 'Date et heure de publication, en UTC',
  'field.status': 'Statut de publication',
  'field.slug': 'Dernière partie de l’URL de la page ; par défaut, tirée du nom',
  'field.external_id':
    'ID de la fiche dans son système d’origine, sous la forme source:id, par exemple meetup:4711 ; unique par ' +
    'type de fiche',
  'field.external_id_key': 'Identifiant externe de la fiche, sous la forme source:id',
  'field.user_id': 'Identifiant de l’utilisateur, ou me',
  'field.password_uuid': 'UUID du mot de passe d’application',
  'application.name':
    'Nom de l’application, affiché dans la liste des mots de passe d’application ; 255 caractères au plus',
  'application.app_id': 'UUID que l’application s’est donné ; vide si elle n’en a pas',
  'field.image':
    'ID de l’image dans la médiathèque, ou URL à partir de laquelle l’image est importée une seule fois ; vide ' +
    'pour aucune image',
  'field.image_file':
    'Fichier image à ajouter à la médiathèque et à associer à la fiche (JPEG, PNG, GIF, WebP ou AVIF) ; requiert ' +
    'l’autorisation de téléverser',
  'field.website': 'URL d’une page web associée',
  'field.phone': 'Numéro de téléphone',
  'event.title': 'Titre de l’évènement',
  'event.description': 'Description de l’évènement, HTML',
  'event.excerpt': 'Description courte de l’évènement, HTML',
  'event.timezone': 'Fuseau horaire de l’évènement : un nom comme Europe/Paris ou un décalage comme UTC+2',
  'event.all_day': 'Indique si l’évènement occupe des journées entières',
  'event.start_date': 'Début, en heure locale du fuseau horaire de l’évènement',
  'event.end_date': 'Fin, en heure locale du fuseau horaire de l’évènement',
  'event.cost': 'Prix, fourchette de prix ou mot comme Gratuit',
  'event.show_map': 'Indique si une carte est affichée',
  'event.show_map_link': 'Indique si un lien vers une carte est affiché',
  'event.hide_from_listings': 'Indique si l’évènement est masqué dans les listes',
  'event.sticky': 'Indique si l’évènement vient en tête de sa journée dans le calendrier',
  'event.featured': 'Indique si l’évènement est mis en avant',
  'event.categories': 'Catégories, par ID, slug ou nom',
  'event.tags': 'Étiquettes, par ID, slug ou nom',
  'event.venue': 'Lieu : ID d’un lieu existant, ou objet pour en créer un',
  'event.organizer': 'Organisateurs : ID d’organisateurs existants, ou objets pour en créer',
  'event.tickets':
    'Offres, cent au plus, chacune avec un nom (name) et un prix (price), 0 si elle est gratuite ; en option, une ' +
    'devise (currency, ISO 4217), une URL (url), available_from, available_until et une disponibilité ' +
    '(availability), telle que schema.org la nomme',
  'event.event_status': 'État de l’évènement, tel qu’il est annoncé aux visiteurs',
  'event.event_status_reason': 'Motif de l’état, visible par les visiteurs',
  'event.is_virtual': 'Indique si l’on peut participer en ligne',
  'event.attendance_mode': 'Où l’on participe : sur place (offline), en ligne (online) ou les deux (mixed)',
  'event.virtual_url': 'Lien pour participer en ligne',
  'event.virtual_url_visibility':
    'Quand le lien est affiché : toujours, à partir d’une heure avant le début, ou seulement avec le mot de passe de l’évènement',
  'dates.text': 'Date ou période en toutes lettres, dans la langue de la requête',
  'dates.zone': 'Fuseau horaire de la date ; par défaut celui du site',
  'event.post_parent': 'ID de l’évènement parent, que vous devez pouvoir modifier ; 0 s’il n’y en a pas',
  'offer.name': 'Nom de l’offre',
  'offer.price': 'Prix, simple nombre décimal ; 0 si l’offre est gratuite',
  'offer.url': 'URL où l’acheter ; vide si c’est la page de l’évènement',
  'offer.available_from':
    'Début de la vente, `YYYY-MM-DD HH:MM:SS` dans le fuseau horaire de l’évènement ; vide s’il n’est pas connu',
  'offer.available_until':
    'Fin de la vente, `YYYY-MM-DD HH:MM:SS` dans le fuseau horaire de l’évènement ; vide si elle n’est pas connue',
  'offer.availability': 'Disponibilité de l’offre, telle que schema.org la nomme',
  'venue.venue': 'Nom du lieu',
  'venue.description': 'Description du lieu, HTML',
  'venue.address': 'Numéro et rue',
  'venue.city': 'Ville',
  'venue.country': 'Pays',
  'venue.province': 'Province',
  'venue.state': 'État',
  'venue.zip': 'Code postal',
  'venue.stateprovince': 'État ou province, selon le pays',
  'venue.geo_lat': 'Latitude en degrés, de -90 à 90 ; va de pair avec geo_lng',
  'venue.geo_lng': 'Longitude en degrés, de -180 à 180 ; va de pair avec geo_lat',
  'venue.show_map': 'Indique si une carte du lieu est affichée',
  'venue.show_map_link': 'Indique si un lien vers une carte du lieu est affiché',
  'organizer.organizer': 'Nom de l’organisateur',
  'organizer.description': 'Description de l’organisateur, HTML',
  'organizer.email': 'Adresse e-mail',
  'media.title': 'Titre de l’image ; par défaut, le nom de son fichier',
  'media.caption': 'Légende de l’image',
  'media.alt_text': 'Texte alternatif qui décrit l’image',
  'media.post': 'ID de l’évènement, du lieu ou de l’organisateur auquel elle appartient ; 0 s’il n’y en a pas',
  'media.file': 'L’image : JPEG, PNG, GIF, WebP ou AVIF',
  'media.slug': 'Uniquement l’image qui a ce slug',
  'media.media_type': 'Uniquement ce type de média ; tous sont de type image',
  'media.mime_type': 'Uniquement les images de ce type, par exemple image/png',
  'media.list_post': 'Uniquement les images qui appartiennent à cet évènement, ce lieu ou cet organisateur',
  'media.force': 'Doit valoir true, car les images ne peuvent pas être mises à la corbeille',
  'term.name': 'Nom du terme',
  'term.description': 'Description du terme',
  'term.slug': 'Slug du terme ; par défaut, tiré du nom',
  'term.parent': 'ID de la catégorie parente ; 0 s’il n’y en a pas',
  'list.page': 'Numéro de la page, à partir de 1',
  'list.per_page': 'Nombre de fiches par page',
  'list.search':
    'Mots qui doivent tous être présents ; "une expression" entre guillemets droits, -mot pour exclure un mot',
  'list.status': 'Statuts à inclure, ou any pour tous ceux que vous pouvez lire',
  'list.start_date':
    'Évènements qui commencent à cette date ou après ; aujourd’hui si aucun filtre de date n’est indiqué',
  'list.end_date':
    'Évènements qui finissent à cette date ou avant ; dans deux ans si aucun filtre de date n’est indiqué',
  'list.starts_before': 'Évènements qui commencent avant ce moment',
  'list.starts_after': 'Évènements qui commencent après ce moment',
  'list.ends_before': 'Évènements qui finissent avant ce moment',
  'list.ends_after': 'Évènements qui finissent après ce moment',
  'list.strict_dates': 'Indique si les dates comptent à la seconde près plutôt que par journées entières',
  'list.categories': 'Évènements de l’une de ces catégories ou de leurs sous-catégories, par ID, slug ou nom',
  'list.tags': 'Évènements portant l’une de ces étiquettes, par ID, slug ou nom',
  'list.categories_exclude': 'Sans les évènements de l’une de ces catégories ou de leurs sous-catégories',
  'list.tags_exclude': 'Sans les évènements portant l’une de ces étiquettes',
  'list.venue': 'Évènements dans l’un de ces lieux, par ID',
  'list.organizer': 'Évènements de l’un de ces organisateurs, par ID',
  'list.featured': 'true : uniquement les évènements mis en avant ; false : uniquement les autres',
  'field.text':
    'display : titres, textes et noms avec caractères typographiques et paragraphes ; raw : tels qu’ils sont enregistrés',
  'list.hidden': 'Indique si les évènements masqués dans les listes sont inclus ; réservé aux éditeurs',
  'list.geoloc':
    'true : uniquement les fiches avec des coordonnées ; false : uniquement celles sans. Les évènements utilisent ' +
    'les coordonnées de leur lieu',
  'list.geoloc_lat': 'Latitude du point autour duquel chercher ; requiert geoloc_lng',
  'list.geoloc_lng': 'Longitude du point autour duquel chercher ; requiert geoloc_lat',
  'list.geoloc_radius': 'Rayon de recherche en kilomètres, supérieur à 0 et d’au plus 20038 ; 25 par défaut',
  'list.include': 'Uniquement les fiches qui ont ces ID ; les filtres de date sont ignorés',
  'list.exclude_events': 'Sans les évènements qui ont ces ID',
  'list.exclude': 'Sans les termes qui ont ces ID',
  'list.post_parent': 'Uniquement les évènements enfants de cet évènement',
  'list.ticketed': 'true : uniquement les évènements avec des billets ; false : uniquement ceux sans billets',
  'list.free':
    'true : uniquement les évènements gratuits ; false : uniquement les payants. Les évènements sans prix ne ' +
    'correspondent à aucun des deux',
  'list.external_id': 'Uniquement la fiche qui a cet identifiant externe ; les filtres de date sont ignorés',
  'list.event': 'Uniquement les fiches liées à cet évènement',
  'list.has_events': 'true : uniquement les fiches avec des évènements ; false : uniquement celles sans',
  'list.only_with_upcoming': 'Uniquement les fiches qui ont des évènements à venir',
  'list.modified_after':
    'Uniquement ce qui a changé après ce moment, donné dans le fuseau horaire du site sauf s’il porte un décalage',
  'list.orderby_events':
    'Critère de tri : par défaut start_date, ou include s’il est indiqué ; distance requiert un point',
  'list.orderby_venues': 'Critère de tri : par défaut, la date de publication ; distance requiert un point',
  'list.orderby_organizers': 'Critère de tri : par défaut, la date de publication',
  'list.direction_events': 'asc pour l’ordre croissant (par défaut), desc pour l’ordre décroissant',
  'list.direction_linked':
    'asc ou desc ; par défaut, les dates vont de la plus récente à la plus ancienne et tout le reste est croissant',
  'list.event_status': 'Seulement les évènements dans l’un de ces états',
  'list.is_virtual': 'true : seulement les évènements accessibles en ligne ; false : seulement les autres',
  'list.strict': 'Indique si un orderby ou un order inconnu est une erreur, comme avec Prefer: handling=strict',
  'list.order': 'asc pour l’ordre croissant, toute autre valeur pour l’ordre décroissant',
  'list.orderby': 'Critère de tri : name, id, slug, count, description, parent ou include',
  'list.hide_empty': 'Indique si les termes sans évènement publié sont omis',
  'list.parent': 'Uniquement les enfants directs de cette catégorie',
  'list.slug': 'Uniquement le terme qui a ce slug',
  'list.fields': 'Uniquement ces champs de chaque évènement, en plus du titre et des dates ; tous par défaut',
  'list.context': 'Champs affichés : view, embed pour les principaux, ou edit pour les personnes autorisées à modifier',
  'oembed.url': 'URL de la page',
  'oembed.format': 'json ou xml',
  'oembed.maxwidth': 'Largeur maximale du cadre, en pixels',
  'oembed.maxheight': 'Hauteur maximale du cadre, en pixels',
  'oembed.callback': 'Nom de la fonction qui reçoit le JSON (JSONP)',
}
