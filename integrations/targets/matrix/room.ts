/** A homeserver's base URL, without user name, query or fragment. */
export const SERVER_URL = /^https:\/\/[^\s?#@\x2f]+(?:\/[\w.\-]+)*\/?$/v;
export const WRONG_URL = 'This is not the URL of a homeserver';

/** A room id, which begins with an exclamation mark. In room versions before 12, it ends with `:server`. */
export const ROOM_ID = /^![^\s\x2f?#%]{1,254}$/;
export const WRONG_ROOM = 'A room ID begins with ! and is in the room’s settings under Advanced';

/** An access token, whose format is opaque (client-server API, "Client authentication"). */
export const TOKEN = /^[\x21-\x7e]{16,2048}$/;
export const WRONG_TOKEN = 'This is not an access token';
