/**
 * Passwords that attackers try first (ASVS 5.0, 6.2.4), as rules over a list of words instead of thousands of lines: people
 * make them all in the same few ways. A word with digits around it, a word twice, a walk over the keyboard, a
 * repetition, a date, digits in a pattern. The words are the ones that every published ranking shares, collected for
 * this file; nothing is copied from a leak.
 */

const words = new Set(
  `
password passwort passw0rd pass passwd passphrase motdepasse contrasena contraseña senha parola haslo wachtwoord losenord lozinka geheim secret
admin administrator root user guest default test tester testing demo login welcome willkommen changeme letmein access master superuser system service support manager office company public private
sunshine princess football baseball basketball softball volleyball hockey soccer tennis golfer swimming skateboard snowboard
superman batman spiderman ironman wolverine starwars startrek skywalker darthvader pokemon pikachu naruto minecraft fortnite roblox playstation nintendo xbox360 counter warcraft starcraft
iloveyou loveyou iloveu ilovegod ilovejesus loveme lovely lover lovers forever truelove sweetheart sweetie darling honey babygirl babyboy babydoll baby angel angels angelina heaven
dragon monkey tiger lion panther eagle falcon phoenix dolphin dolphins butterfly penguin elephant turtle rabbit bunny kitty kitten hellokitty puppy buster charlie maggie shadow midnight
michael michelle michaela jennifer jessica jessie jordan joshua matthew daniel daniela danielle andrew andrea anthony antonio alexander alexandra alexandre alexandru alexis benjamin brandon brittany caroline carolina catherine charles charlotte chelsea christian christina christine christopher claudia cristina crystal diamond dominic dominik douglas elizabeth emmanuel fernanda fernando florian francesco francisco frederic friedrich gabriel gabriela gabriella gabrielle giovanni gregory hannah heather isabella isabelle jackson jacqueline jasmine jeffrey jeremy johannes jonathan justin katherine kathleen katie kenneth kimberly kristina kristine lauren laura leonardo lindsay lorenzo madison marcus margaret maria marina martin martina maximilian melanie melissa mercedes miguel miranda monica monika morgan natalia natalie nathalie nathan nicholas nicole nicolas nikita olivia oliver pamela patricia patrick patrizia philipp phillip rachel raymond rebecca ricardo richard robert roberto samantha samuel sabrina sandra sebastian sergio stefanie stephanie stephen steven susanne susanna tatiana theresa thomas tiffany timothy valentina valeria vanessa veronica veronika victor victoria vincent vincenzo virginia viviana vladimir wilhelm william winston yolanda zachary
arsenal chelsea liverpool everton manchester manunited barcelona realmadrid juventus bayern borussia dortmund schalke werder hamburg benfica galatasaray fenerbahce besiktas celtic rangers tottenham westham newcastle sunderland lakers cowboys steelers patriots packers redskins raiders broncos yankees redsox chicago bulls phillies dodgers giants
london paris berlin germany deutschland england america american canada france italia espana mexico brasil argentina colombia australia austria schweiz russia moscow california newyork texas florida boston dallas austin denver houston phoenix atlanta toronto vancouver sydney melbourne ireland scotland portugal poland ukraine turkey istanbul india pakistan indonesia philippines vietnam thailand singapore hongkong
mercedes porsche ferrari lamborghini mustang corvette camaro chevrolet chevy toyota honda yamaha suzuki kawasaki harley davidson ducati volkswagen audi bmw peugeot renault subaru mazda nissan
computer internet google facebook instagram youtube twitter linkedin whatsapp microsoft windows apple macintosh iphone samsung android nokia motorola hewlett packard dell lenovo oracle server network database linux ubuntu gateway cisco security hacker hackers killer matrix mainframe
summer winter spring autumn fall sommer herbst fruehling january february march april may june july august september october november december januar februar maerz juni juli oktober dezember monday tuesday wednesday thursday friday saturday sunday montag freitag samstag sonntag
chocolate cookie cookies cheese coffee banana orange apples strawberry blueberry cherry peaches pumpkin pepper ginger vanilla cinnamon mushroom pizza burger snickers
flower flowers rainbow sunflower daisy jasmine violet rosebud purple yellow orange silver golden diamond crystal emerald ruby sapphire platinum titanium
music guitar metallica slipknot nirvana greenday eminem tupac biggie marley beatles elvis madonna rihanna shakira beyonce hiphop rockstar rocknroll punkrock
fuckyou fuckoff fuckme asshole bitch bastard bullshit whatever nothing nevermind nopassword mypassword yourpassword thepassword newpassword oldpassword onepassword
trustno open opensesame sesame abracadabra magic wizard merlin gandalf hobbit frodo legolas potter harrypotter hogwarts hermione voldemort matrix neo trinity morpheus
jesus jesuschrist christ church faith blessed blessing heaven prayer bible gospel allah mohammed muhammad bismillah inshallah krishna ganesha buddha
happy smile smiley laughing sunshine moonlight starlight twilight thunder lightning hurricane tornado rainbow snowball snowflake snowman ocean river mountain forest island beach paradise
mother father brother sister family friend friends bestfriend mommy daddy mamapapa mama papa grandma grandpa children junior cousin
blink fireball firefly fireman police soldier marines army navy airforce captain general sergeant colonel ranger sniper hunter fisher fishing hunting
money dollar million millionaire business banker rich success winner champion number one first lucky jackpot casino poker
qwerty qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm yxcvbnm qazwsx wsxedc qweasd qweasdzxc asdzxc zaqwsx abcdef abcdefg abcdefgh alphabet
abc xyz aaa qwe asd zxc qaz wsx rfv tgb yhn ujm
barney bandit bailey buddy casper chester cooper daisy felix garfield gizmo ginger hunter jasper lucky max molly oreo oscar patches peanut pepper precious princess rocky rusty sadie samson scooter simba smokey snoopy socks sparky spike tigger tinkerbell toby tweety whiskers winnie zeus
beautiful gorgeous handsome sexy sexygirl sexyboy hottie cutie cutiepie pretty blondie brunette redhead barbie princesa princesita preciosa hermosa bonita teamo teamomucho amor amorcito corazon estrella estrellita mariposa chocolate angelito tequiero futbol
kennwort hallo halloween servus schatz schatzi liebe liebling engel sonnenschein schmetterling fussball bayernmunich ichliebedich passwort qwertzuiop
bonjour soleil doudou chouchou loulou coucou jetaime azertyuiop marseille motdepasse
ciao amore bella tesoro juventus napoli forzainter
monster mustang corvette classic cartoon cricket crazy danger demon devil dreamer dreams energy enigma evolution express extreme fantasy freedom funny galaxy gangster genesis ghost goddess hardcore horses hello helloworld hunter infinity inferno insane kingdom knight legend loser lollipop lovebug magnum maverick maximus mercury miracle mission mystery nascar nemesis newlife ninja nothing obsidian passion peace peaches perfect pirate planet player please popcorn power predator pretty private promise qwert racing rebel reggae rocket runner sailor samurai scorpio scorpion serenity shalom shorty sierra skater slayer snickers special speedy spirit splash stanley star stars storm stranger strong student stupid submarine sugar sunset sunrise super superstar sweet swordfish teacher telefon telephone temple terminator titanic together trouble universe university vampire vengeance viper virus volcano warrior warcraft wisdom wonder wonderful yankee zombie
`
    .trim()
    .split(/\s+/),
);

/** Rows and columns of the keyboards that people walk along, the alphabet, and the digits. */
const walks = [
  '1234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  'wxcvbn',
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9j0',
  '1a2b3c4d5e6f7g8h9i0j',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaqxswcdevfrbgtnhymjukilop',
  'qweasdzxcrtyfghvbnuiojklm',
  '123qweasdzxc',
  '147258369',
  '741852963',
  '789456123',
  '159357',
  '159753',
  '13579',
  '24680',
  '112233445566778899',
  '11223344556677889900',
  '121314151617181920',
  'aabbccddeeffgg',
  'abcabc',
].flatMap((walk) => [walk, [...walk].reverse().join('')]);

const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const unleet = (text: string) => text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign);

/** The letters that remain when capitals, the digits and signs around a word, and its disguises are taken off. */
export const plainForm = (text: string): string =>
  unleet(text.toLowerCase().replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '')).replace(/[^\p{L}\p{N}]/gu, '');

/** `word`, `wordword`, or two words in a row such as `superuser`. */
const isMadeOfWords = (letters: string): boolean => {
  if (words.has(letters)) return true;
  for (let cut = 3; cut <= letters.length - 3; cut += 1)
    if (words.has(letters.slice(0, cut)) && words.has(letters.slice(cut))) return true;
  return false;
};

/** A word with so much around it is no longer what a list contains. */
const MAX_DECORATION = 6;

const isDecoratedWord = (password: string): boolean => {
  // The leading digits may also be a disguised letter (`1loveyou`), the trailing ones too (`passw0rd` ends `…0rd1`).
  const candidates = [
    plainForm(password),
    unleet(password).replace(/[^\p{L}\p{N}]/gu, ''),
    password.replace(/[^\p{L}]/gu, ''),
  ];
  return candidates.some((letters) => password.length - letters.length <= MAX_DECORATION && isMadeOfWords(letters));
};

/** The shortest piece whose repetition (the last one perhaps cut) is the text. */
const period = (text: string): number => {
  for (let length = 1; length <= text.length / 2; length += 1)
    if (
      text ===
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .slice(0, text.length)
    )
      return length;
  return text.length;
};

/** Cuts the text into the fewest stretches of a walk or of one repeated sign; a single sign counts as one. */
const stretches = (text: string): number => {
  let at = 0;
  let count = 0;
  while (at < text.length) {
    let length = 1;
    while (at + length < text.length && text[at + length] === text[at]) length += 1;
    while (at + length < text.length && walks.some((walk) => walk.includes(text.slice(at, at + length + 1))))
      length += 1;
    at += length;
    count += 1;
  }
  return count;
};

/** `31121999`, `19991231`, `12311999`, and the same with signs between. */
const isDate = (text: string): boolean => {
  const digits = text.replace(/[./-]/g, '');
  if (!/^\d{8}$/.test(digits)) return false;
  const year = (part: string) => /^(19[3-9]|20[0-3])\d$/.test(part);
  const dayAndMonth = (part: string) => {
    const [a, b] = [Number(part.slice(0, 2)), Number(part.slice(2))];
    return a >= 1 && b >= 1 && a <= 31 && b <= 31 && (a <= 12 || b <= 12);
  };
  return (
    (year(digits.slice(4)) && dayAndMonth(digits.slice(0, 4))) ||
    (year(digits.slice(0, 4)) && dayAndMonth(digits.slice(4)))
  );
};

/** true for passwords that stand on every list of the most common ones, or are made like those. */
export const isCommonPassword = (password: string): boolean => {
  const text = password.toLowerCase();
  if (period(text) <= 4 || isDate(text)) return true;
  const parts = stretches(text);
  // `qwerty123`, `1q2w3e4r5t`: long stretches. Eight signs in eight stretches are no walk at all.
  return parts <= 3 && text.length / parts >= 3 ? true : isDecoratedWord(text);
};
