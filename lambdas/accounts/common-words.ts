/**
 * What people make passwords of: names of people, places, animals, food, teams, bands, heroes, cars, everyday words and
 * the classics, in lower case. Collected for this file from what everybody knows; nothing is copied from a leak.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `
password passwort passw0rd pass passwd passphrase motdepasse contrasena contraseña senha parola haslo wachtwoord losenord lozinka geheim secret admin administrator root user guest default test tester
testing demo login welcome willkommen changeme letmein access master superuser system service support manager office company public private sunshine princess football baseball basketball softball
volleyball hockey soccer tennis golfer swimming skateboard snowboard superman batman spiderman ironman wolverine starwars startrek skywalker darthvader pokemon pikachu naruto minecraft fortnite roblox
playstation nintendo xbox360 counter warcraft starcraft iloveyou loveyou iloveu ilovegod ilovejesus loveme lovely lover lovers forever truelove sweetheart sweetie darling honey babygirl babyboy
babydoll baby angel angels angelina heaven dragon monkey tiger lion panther eagle falcon phoenix dolphin dolphins butterfly penguin elephant turtle rabbit bunny kitty kitten hellokitty puppy buster
charlie maggie shadow midnight michael michelle michaela jennifer jessica jessie jordan joshua matthew daniel daniela danielle andrew andrea anthony antonio alexander alexandra alexandre alexandru
alexis benjamin brandon brittany caroline carolina catherine charles charlotte chelsea christian christina christine christopher claudia cristina crystal diamond dominic dominik douglas elizabeth
emmanuel fernanda fernando florian francesco francisco frederic friedrich gabriel gabriela gabriella gabrielle giovanni gregory hannah heather isabella isabelle jackson jacqueline jasmine jeffrey
jeremy johannes jonathan justin katherine kathleen katie kenneth kimberly kristina kristine lauren laura leonardo lindsay lorenzo madison marcus margaret maria marina martin martina maximilian melanie
melissa mercedes miguel miranda monica monika morgan natalia natalie nathalie nathan nicholas nicole nicolas nikita olivia oliver pamela patricia patrick patrizia philipp phillip rachel raymond
rebecca ricardo richard robert roberto samantha samuel sabrina sandra sebastian sergio stefanie stephanie stephen steven susanne susanna tatiana theresa thomas tiffany timothy valentina valeria
vanessa veronica veronika victor victoria vincent vincenzo virginia viviana vladimir wilhelm william winston yolanda zachary arsenal liverpool everton manchester manunited barcelona realmadrid
juventus bayern borussia dortmund schalke werder hamburg benfica galatasaray fenerbahce besiktas celtic rangers tottenham westham newcastle sunderland lakers cowboys steelers patriots packers redskins
raiders broncos yankees redsox chicago bulls phillies dodgers giants london paris berlin germany deutschland england america american canada france italia espana mexico brasil argentina colombia
australia austria schweiz russia moscow california newyork texas florida boston dallas austin denver houston atlanta toronto vancouver sydney melbourne ireland scotland portugal poland ukraine turkey
istanbul india pakistan indonesia philippines vietnam thailand singapore hongkong porsche ferrari lamborghini mustang corvette camaro chevrolet chevy toyota honda yamaha suzuki kawasaki harley
davidson ducati volkswagen audi bmw peugeot renault subaru mazda nissan computer internet google facebook instagram youtube twitter linkedin whatsapp microsoft windows apple macintosh iphone samsung
android nokia motorola hewlett packard dell lenovo oracle server network database linux ubuntu gateway cisco security hacker hackers killer matrix mainframe summer winter spring autumn fall sommer
herbst fruehling january february march april may june july august september october november december januar februar maerz juni juli oktober dezember monday tuesday wednesday thursday friday saturday
sunday montag freitag samstag sonntag chocolate cookie cookies cheese coffee banana orange apples strawberry blueberry cherry peaches pumpkin pepper ginger vanilla cinnamon mushroom pizza burger
snickers flower flowers rainbow sunflower daisy violet rosebud purple yellow silver golden emerald ruby sapphire platinum titanium music guitar metallica slipknot nirvana greenday eminem tupac biggie
marley beatles elvis madonna rihanna shakira beyonce hiphop rockstar rocknroll punkrock fuckyou fuckoff fuckme asshole bitch bastard bullshit whatever nothing nevermind nopassword mypassword
yourpassword thepassword newpassword oldpassword onepassword trustno open opensesame sesame abracadabra magic wizard merlin gandalf hobbit frodo legolas potter harrypotter hogwarts hermione voldemort
neo trinity morpheus jesus jesuschrist christ church faith blessed blessing prayer bible gospel allah mohammed muhammad bismillah inshallah krishna ganesha buddha happy smile smiley laughing moonlight
starlight twilight thunder lightning hurricane tornado snowball snowflake snowman ocean river mountain forest island beach paradise mother father brother sister family friend friends bestfriend mommy
daddy mamapapa mama papa grandma grandpa children junior cousin blink fireball firefly fireman police soldier marines army navy airforce captain general sergeant colonel ranger sniper hunter fisher
fishing hunting money dollar million millionaire business banker rich success winner champion number one first lucky jackpot casino poker qwerty qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm yxcvbnm
qazwsx wsxedc qweasd qweasdzxc asdzxc zaqwsx abcdef abcdefg abcdefgh alphabet abc xyz aaa qwe asd zxc qaz wsx rfv tgb yhn ujm barney bandit bailey buddy casper chester cooper felix garfield gizmo
jasper max molly oreo oscar patches peanut precious rocky rusty sadie samson scooter simba smokey snoopy socks sparky spike tigger tinkerbell toby tweety whiskers winnie zeus beautiful gorgeous
handsome sexy sexygirl sexyboy hottie cutie cutiepie pretty blondie brunette redhead barbie princesa princesita preciosa hermosa bonita teamo teamomucho amor amorcito corazon estrella estrellita
mariposa angelito tequiero futbol kennwort hallo halloween servus schatz schatzi liebe liebling engel sonnenschein schmetterling fussball bayernmunich ichliebedich qwertzuiop bonjour soleil doudou
chouchou loulou coucou jetaime azertyuiop marseille ciao amore bella tesoro napoli forzainter monster classic cartoon cricket crazy danger demon devil dreamer dreams energy enigma evolution express
extreme fantasy freedom funny galaxy gangster genesis ghost goddess hardcore horses hello helloworld infinity inferno insane kingdom knight legend loser lollipop lovebug magnum maverick maximus
mercury miracle mission mystery nascar nemesis newlife ninja obsidian passion peace perfect pirate planet player please popcorn power predator promise qwert racing rebel reggae rocket runner sailor
samurai scorpio scorpion serenity shalom shorty sierra skater slayer special speedy spirit splash stanley star stars storm stranger strong student stupid submarine sugar sunset sunrise super superstar
sweet swordfish teacher telefon telephone temple terminator titanic together trouble universe university vampire vengeance viper virus volcano warrior wisdom wonder wonderful yankee zombie aaron
abigail adam adrian adriana adriano agnes aiden alan albert alberto alejandro alessandro alex alexa alfred alfredo alice alicia alison allen allison alvin alyssa amanda amber amelia amy ana anastasia
andre andreas andres andy angelo anita ann anna annie annika anton antoine arianna armando arnold arthur ashley ashton aubrey audrey ava barbara barry beatrice becky ben bennett bernard bernie beth
bethany betty beverly bill billy blake bob bobby bonnie brad bradley brandi brandy brenda brendan brent brett brian briana brianna bridget brooke brooklyn bruce bruno bryan bryce caleb calvin cameron
camila camilla candice carl carla carlos carly carmen carol carole carrie carter casey cassandra cassie cecilia celeste celine cesar chad chance chandler chantal chase chelsey cheryl chloe chris
chrissy christi christie christy cindy claire clara clarence claude clayton clifford clinton clint cody colin colleen connor conrad constance corey cory courtney craig curtis dale dalton damian damien
dan dana daniella danny dante daphne darin darius darlene darrell darren dave david dawn dean deanna debbie deborah debra delia denise dennis derek desiree devin devon diana diane diego dietmar dirk
dolores don donald donna donovan dora doris dorothy doug drew duane duncan dustin dwayne dylan earl eddie edgar edith eduardo edward edwin eileen elaine eleanor elena eli elias elisa elise elisabeth
ella ellen ellie elliot elmer elsa emil emilia emilio emily emma enrique eric erica erich erik erika erin ernest ernesto ernst esteban estelle esther ethan eugene eva evan eve evelyn fabian fabio
fatima federico felicia felipe fiona flavia florence floyd frances francis franco frank frankie franklin franz fred freddie freddy frederick gail garrett gary gavin gene genevieve geoffrey george
georgia georgina gerald gerard gerhard gilbert gina giorgio giulia giuseppe gladys glen glenn gloria gordon grace gracie graham grant greg gretchen guido guillermo gustavo guy gwen hailey hank hans
harold harrison harry harvey hazel hector heidi heinrich heinz helen helena helmut henri henrietta henrik henry herbert herman hilary holly hope horst howard hubert hugh hugo ian ida ignacio igor
ingrid irene iris irma isaac isabel isaiah ivan jack jackie jacob jade jaime jake james jamie jan jane janet janice jared jason javier jay jean jeanette jeanne jeff jenna jenny jerome jerry jesse jill
jim jimmy joan joanna joanne joao joe joel joey johan johann john johnny jon jonas jorge jose josef joseph josephine josh joyce juan juanita judith judy julia julian juliana julie juliet julio julius
jurgen kaitlyn karen kari karin karina karl karla kate kathrin kathryn kathy katja katrina kayla keith kelly kelsey ken kendra kerry kevin kim kirk kirsten klaus konrad krista kristen kristin kurt
kyle lance larissa larry lars laurence laurent lauri lawrence lea leah lee leila lena leo leon leonard leroy leslie leticia lewis liam lillian lily linda lindsey linus lisa liza lloyd logan lois lola
loretta lori lorraine louis louise luca lucas lucia lucie lucy luis luisa luke luna luther lydia lynn mabel mackenzie malcolm mandy manfred manuel manuela marc marcel marcela marcelo marcia marco
margarita margot mariah mariana marianne marie marilyn mario marion marissa mark marko markus marlene marsha marshall martha marty marvin mary mason mateo matilda matt matteo matthias maureen maurice
mauricio maya megan mel melinda melvin meredith mia micah mick mickey mike mila mildred miles millie milton mindy minnie miriam mitchell mohamed moira mona morris moses murray myra nadia nadine nancy
naomi natasha nate ned neil nelson nick nicky nico nicola nina noah noel nora norbert norma norman oleg olga ollie omar oskar otto owen pablo paige paloma paola paolo pascal pat patsy patty paul paula
paulina pauline paulo pedro peggy penelope penny perry pete peter petra phil philip phoebe pierre priscilla quentin quincy rafael ralf ralph ramon randall randy raphael raquel raul ray reggie regina
reginald reinhard renate rene renee reuben rhonda rick ricky riley rita rob robbie roberta robin rocco rod roderick rodney rodrigo roger roland rolf roman romeo ron ronald ronnie rosa rosalie rosanna
rosemary rosie ross roxanne roy ruben rudolf rudy rufus rupert russell ruth ryan sally salvador salvatore sam sammy santiago sara sarah sascha sasha saul savannah scott sean selena serena serge sergey
seth shane shannon sharon shaun shawn sheila shelby sheldon shelly sheri sherry sheryl shirley sidney siegfried sigrid silke silvia simon simone sofia sonia sonja sonya sophia sophie spencer stacey
stacy stan stefan steffen stella steph steve stewart stuart sue susan susana suzanne sven sylvia sylvie tabitha tamara tammy tanja tanner tania tanya tara tatjana taylor ted teddy teresa terri terry
thea thelma theo theodore thorsten tiffani tim timmy tina tobias tod todd tom tomas tommy toni tony tonya tracey traci tracy travis trevor tristan troy tyler tyrone tyson ulrich ulrike ursula uwe
valentin valerie vera verena vernon vicki vicky vincente viola violeta vivian vivien wade wallace walter wanda warren wayne wendell wendy werner wesley wilbur willard willie willy wilma wolfgang
xavier yvette yvonne zac zack zoe zoey zoltan adams anderson baker barnes bauer becker bell bishop brooks brown bryant burns butler byrne campbell carlson carpenter carroll clark clarke cole coleman
collins cook cox cunningham davies davis dawson dixon edwards elliott ellis evans ferguson fernandez fischer fleming fletcher ford foster fox freeman garcia gibson gomez gonzalez gray green griffin
gutierrez hall hamilton hansen harper harris hart hawkins hayes henderson hernandez hill hoffman holmes howell hudson hughes hunt jacobs jenkins jensen johnson johnston jones kelley kennedy klein koch
lambert larsen lawson lopez martinez mcdonald meyer miller mills moore morales moreno morrison mueller murphy myers nguyen nielsen oconnor olsen ortiz owens palmer parker patel patterson perez perkins
peters petersen peterson phillips porter powell price ramirez reed reynolds richards richardson rivera roberts robertson robinson rodriguez rogers romero rossi ruiz russo sanchez sanders santos
schmidt schneider schroeder schulz schwarz shaw silva simmons simpson sims smith snyder stevens stone sullivan torres tucker turner vargas vasquez wagner walker ward washington watson weber wells west
white wilkins williams williamson wilson wolf wood woods wright young zimmerman alabama alaska arizona arkansas colorado connecticut delaware hawaii idaho illinois indiana iowa kansas kentucky
louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada hampshire jersey dakota ohio oklahoma oregon pennsylvania rhode tennessee utah vermont wisconsin
wyoming manhattan bronx queens hollywood lasvegas vegas detroit seattle portland oakland sacramento sandiego memphis nashville orlando tampa jacksonville cleveland cincinnati columbus pittsburgh
philadelphia baltimore milwaukee minneapolis kansascity stlouis saintlouis neworleans sanantonio honolulu montreal ottawa calgary edmonton winnipeg quebec ontario alberta birmingham leeds sheffield
bristol glasgow edinburgh aberdeen belfast dublin cork cardiff swansea oxford cambridge brighton nottingham leicester southampton portsmouth derby norwich amsterdam rotterdam brussels antwerp lisbon
lisboa madrid sevilla valencia malaga granada roma milano torino palermo firenze venice venezia bologna vienna wien salzburg zurich geneva basel munich muenchen cologne koeln frankfurt stuttgart
dresden leipzig hannover bremen nuernberg bochum oslo stockholm goteborg copenhagen helsinki reykjavik warsaw warszawa krakow prague praha budapest bucharest belgrade beograd zagreb athens kiev kyiv
minsk riga tallinn vilnius jerusalem telaviv cairo lagos nairobi capetown durban casablanca dubai tehran baghdad karachi lahore delhi mumbai bombay bangalore chennai calcutta hyderabad colombo dhaka
kathmandu bangkok phuket saigon hanoi manila jakarta bali kualalumpur taipei beijing shanghai guangzhou tokyo osaka kyoto nagoya seoul busan brisbane perth adelaide canberra auckland wellington bogota
medellin caracas lima buenosaires montevideo saopaulo riodejaneiro brasilia havana kingston jamaica trinidad barbados bahamas bermuda puertorico costarica panama guatemala honduras nicaragua ecuador
bolivia chile peru paraguay uruguay venezuela cuba sweden norway denmark finland iceland holland netherlands belgium luxembourg hungary romania bulgaria serbia croatia slovenia slovakia czech greece
cyprus malta albania armenia iran iraq lebanon syria egypt morocco algeria tunisia nigeria ghana kenya ethiopia uganda tanzania zambia zimbabwe africa southafrica asia europe china japan korea taiwan
malaysia cambodia nepal bangladesh srilanka sahara amazon everest himalaya pacific atlantic arctic aardvark alligator anaconda animal animals antelope badger beagle bear bears beaver beetle bird
birdie birds bison bobcat boxer buffalo bull bulldog bulldogs bumblebee camel canary cardinal cardinals cat catfish cats cheetah chicken chihuahua chimpanzee cobra cockroach condor corgi cougar
cougars coyote coyotes crab crocodile crow deer dingo dinosaur dog doggie doggy dogs donkey dove duck ducks eagles elephants falcons ferret firefox fish fishes flamingo foxes foxy frog frogs froggy
gator gators gazelle gecko giraffe goat goldfish goose gopher gorilla grasshopper greyhound grizzly hamster hawk hawks hedgehog hippo hippopotamus hornet hornets horse hound hummingbird husky hyena
iguana jackal jaguar jaguars kangaroo kitties kodiak koala labrador ladybug lemur leopard leopards lions lizard lobster longhorn longhorns lynx mammoth manatee mantis marlin meerkat mongoose mongrel
monkeys moose mosquito mouse mule octopus opossum ostrich otter owl owls oyster panda pandas pandabear panthers parrot peacock pelican penguins pigeon piglet pitbull poodle pony porcupine puma puppies
python rabbits raccoon raptor raptors rat raven ravens reindeer reptile rhino rooster rottweiler salamander salmon scorpions seagull seahawk seahawks seal shark sharks sheep sheepdog sloth snail snake
snakes sparrow spaniel spider spiders squirrel stallion starfish stingray swan tarantula terrier tigers toad tortoise toucan trout tuna turtles unicorn unicorns vixen vulture walrus wasp weasel whale
wildcat wildcats wolfpack wolverines wolves wombat woodpecker worm zebra almond apricot avocado bacon bagel barbecue beans beef beer berry biscuit blackberry bread brownie brownies budweiser burrito
butter butterscotch cabbage cake candy candycane cappuccino caramel carrot cereal champagne cheeseburger cheesecake cherries chili chip chips chocolates cider cocacola cocktail coconut coke corn
cornbread corona cracker crackers cream cupcake cupcakes curry dessert diet dinner donut donuts doritos doughnut drpepper egg eggplant eggs espresso fanta fries fruit fudge garlic gin grape grapes
grapefruit gravy guava guinness guacamole gummybear ham hamburger hazelnut heineken hershey honeybee honeydew hotdog icecream jackdaniels jagermeister jalapeno jelly jellybean jellybeans juice kebab
ketchup kiwi latte lemon lemonade lettuce licorice lime mango marmalade marshmallow martini mayonnaise meatball meatloaf melon milk milkshake milkyway mocha mojito muffin mustard noodle noodles
nutella nutmeg oatmeal olive onion oreos pancake pancakes paprika parsley pasta pastry peach pear pepperoni pepsi pickle pickles pie pineapple pistachio plum popsicle pork potato potatoes pretzel
pringles pudding radish raisin raspberry ravioli redbull rice risotto rum salad salami sandwich sausage seafood skittles smarties smirnoff smoothie snack soda soup spaghetti spice spinach sprite steak
strawberries sushi taco tacos tequila toast toffee tomato truffle twix vodka waffle walnut watermelon whiskey whisky wine yoghurt yogurt zucchini acoustic aerosmith arcticmonkeys backstreet bassist
beastie bluesman boyband chopin coldplay cranberries deftones deeppurple depeche discman disturbed drummer drums evanescence fender fleetwood foofighters gorillaz grateful gratefuldead gunsnroses
hendrix ibanez incubus ironmaiden jazz judas kiss korn ledzeppelin lennon limpbizkit linkin linkinpark madness manson megadeth mendelssohn metal michaeljackson mozart musician muse mystic oasis
offspring orchestra ozzy pantera paramore pearljam piano pinkfloyd punk queen radiohead rammstein ramones rapper reggaeton rock rocker rockets rollingstones santana saxophone sepultura sexpistols
singer sinatra skillet smashing snoopdogg soundgarden springsteen stereo sting stones sublime symphony systemofadown tool trance trombone trumpet usher vanhalen violin weezer wutang zeppelin zztop
taylorswift onedirection justinbieber bieber jonasbrothers hannahmontana highschool beethoven adidas airborne airplane alien aliens allstar allstars allstate anakin aquarius aragorn archangel archer
aries artemis arwen assassin asterix astros athena atlantis avatar avenger avengers babylon bandits batgirl batmobile beavis bigbang billabong bioshock bismarck blackbird blackhawk blackops
bladerunner blizzard bloodhound bluebird bobafett braveheart buffy bugsbunny bumble callofduty cancer capricorn captainamerica cartman catwoman celtics challenger charizard chewbacca chucknorris
cinderella civic civilization clone coldfire commander commando conan conqueror corleone cosmos countdown counterstrike cowboy cyborg cyclone cyclops daredevil darkangel darklord darkness darkside
darkstar darkknight darth deadpool deathstar destiny destroyer deuce dexter diablo dilbert discovery disney doctor doctorwho doom doomsday doraemon drago dragonball dragonfire dragonfly dragons
dragonballz dreamcast drizzt dungeon dungeons eclipse electra elephantman elfquest emperor endgame enterprise eragon everquest excalibur explorer fallout fantastic farmville fifa finalfantasy flash
flipper forzamilan frankenstein freelancer fullmetal futurama galadriel galactica gameboy gamecube gamer gamers gameover gemini gladiator goku gohan godfather godzilla goldeneye goldfinger goofy
goonies gotham gryffindor guardian gundam halflife halo hansolo hawkeye heroes highlander homer homersimpson hulk hulkhogan hunger icehouse iceman illuminati imperial indianajones inuyasha invader
itachi jackass jamesbond jarhead jedi jediknight joker johncena jumper justice kakashi kennyg kermit kirby knights kratos krypton kryptonite lancelot lara lastfm lestat libra lightsaber lineage loki
looneytunes lordoftherings luigi lukeskywalker luffy madmax magneto mandrake mariobros marvel masterchief matador mechanic megaman megatron mickeymouse millennium minion minions monalisa monopoly
moonraker mordor mortal mortalkombat motorhead mulder mutant nautilus nemo neptune nightmare nightwing nikon nosferatu obiwan odyssey olympus onepiece optimus optimusprime orion pacman padme paladin
pandora pegasus peterpan phantom picard pinocchio pisces pluto popeye poseidon powerpuff powerranger powerrangers predators prometheus psycho pulpfiction punisher quake quest raiden rambo ragnarok
rapunzel ravenclaw rayman redalert redneck redwings resident residentevil revolution riddick robocop robotech rocketman rockman rockyou ronaldo ronaldinho messi maradona neymar beckham rooney zidane
kobe kobebryant lebron jordan23 shaq iverson federer nadal runescape sagittarius sailormoon saiyan sasuke saturn scarface scoobydoo scooby scully senna sephiroth shaggy shinobi shrek silverado
simpsons slytherin smurf snape sonic southpark spaceman spartan spartans spawn spock spongebob squirtle stargate starfire starfleet starlord starman starship stitch stormtrooper strider sunfire
supergirl supermario superboy superhero supernova sylvester tardis tarzan taurus teddybear terminal thedoors theflash thehulk thematrix thesims thor thundercat thundercats titan titans tomcat
tomandjerry topgun totoro transformer transformers trekkie tron tyrant undertaker valhalla valkyrie vader vanhelsing vegeta venom venus virgo voltron voyager warhammer warlock warlord warriors
whitetiger wolfman wonderwoman woody wrestling xfiles xmen yoda yugioh zelda zerocool zodiac zoro zorro academy accident account accounting action active actor actress adventure agent airport alarm
album alpha always amateur ambition anarchy anchor ancient animation answer anything apartment apollo archive arcade architect arrow artist ashes athlete attack attitude automatic avalanche avalon
awesome babes bachelor backpack backup badboy badgirl badass balance ball ballet balloon ballerina bamboo bank banshee barber bargain bartender baron base basement basket bathroom battery battle
battlefield bearcat beast beauty bedroom believe belief bestbuy beta bigbear bigbird bigboss bigboy bigcat bigdaddy bigdog bigfoot bigguy bigman bigmac bigmoney bigone bigred bigtime bike biker bikini
billion bingo biology birth birthday bisexual black blackcat blackdog blackdragon blackhole blackie blackjack blackman blackout blackrose blackstar blade blades blank blast blaster blaze blazer blind
blitz blonde blood bloody blossom blowfish blowjob blue blueangel bluebell blueboy bluedog blueeyes bluefish bluemoon blues bluesky bluestar boat body bomber bondage bones boner boob boobies boobs
booboo boogie book books boomer boomerang bootleg booty border boss bosslady bottle boulder bounce bouncer bowler bowling boys boytoy bracelet brain bravo break breaker breeze bride bridge bright
brighter broadway broken bronze bubba bubble bubblegum bubbles bucket buckeye buckeyes buffett builder building bullet bulldozer bullets bumper burning butcher butthead button buttons cabin cable
cactus caesar cafe calendar camera camper camping campus cannon canon canyon capital car carbon card cards career cargo caribbean carnage carnival carpet cars cartoons cash cashmoney castle casual
catalog catalyst catalina catch catering cathedral caution cavalier celebrity cell center central century certain chainsaw chair challenge chamber champ champions change channel chaos chapter
character charger charm charming chatter check checkers cheerleader cheers chemistry cherokee chess chief chiefs childhood chill chopper christmas chrome chronic cigar cinema circle circus citadel
citizen city clarinet class classics classroom clean clear clever client cliff climber clock closer clothes cloud clouds cloudy clover clown club coach coaster cobalt cocaine code codered coldbeer
collector college colonial color colors colour combat comedy comet comic comics command comment common communication community compaq compass complete complex composer concept concert concord concrete
condition conflict connect connection construction consultant consumer contact contest control cool coolbeans coolboy coolcat cooldude cooler coolgirl coolguy coolio coolman copper coral corner
corporate correct cosmic cosmo costume cottage cotton council country countrygirl couple courage court cowgirl craft cranberry crash creation creative creator credit creed creepy creeper crescent
crime criminal crimson crispy critical crossfire crossroads crown cruise cruiser crunch crush crusader crying cuddles culture cunt cupid curious current custom customer cutegirl cute cutepie cyber
cycle cycling dadada daddysgirl daily damage dance dancer dancing dangerous dark darkman date dating daughter daylight deadline deadman dealer dear death debate decade deep deeper defender defense
delete delicious delight delivery delta demons denied dentist department desert design designer desire desktop detective devildog devils diamonds diary dick dickhead diehard diesel different digger
digital dimension diplomat direct director dirty dirtbike disaster disco discover display distance diver divine diving division divorce document dodge doghouse doglover dogman dogpound doll dolls
domain domino doobie doodle door doorbell double downtown dragster drama drawing dream dreamgirl dreaming dress drive driver driving drowning drum dude duke dummy dynamic dynamite dynasty earth
earthquake easter easy easyrider echo economics editor education eight einstein elastic eldorado electric electro electron electronic electronics element eleven elite elegance embrace eminence emotion
empire employee empty encore endless enemy energizer engage engine engineer engineering enjoy enter entertainment entrance episode equinox equity error escape escort essence estate eternal eternity
event everlast everything everyday everyone evidence evil exactly example excellent exchange exclusive executive exercise exit exotic expedition experience experiment expert explicit explore explosion
exposure extra eyes fabulous face factory failure fairy fairies fairlane faithful falling fallenangel false fame fancy farmer farming fashion fast faster fastball fat fatboy fatcat fatman fatass fate
favorite fear fearless feather federal feedback feeling fetish fever fiction field fiesta fight fighter fighting film final finance financial finger finish fire fireblade firebird firefighter
fireplace firestorm firewall fireworks fishbone fishhead fisherman fishtank fitness five flame flames flanders flatline flight floor florist flowerpower fluffy flute fly flyer flyers flying focus
follow food foolish foobar foot footlocker force foreman forester forget forgetit forgot formula fortune forum forward fossil four fountain fourteen frame franchise freak freaky free freebird freefall
freeforall freemason freepass freestyle freeway freeuser freeze freezer frenzy fresh freshman fridge friendly friendship front frontier frosty frozen fruity fuck fucked fucker fucking fuckit fuckface
fuckthis function funky funnyman funtime fusion future fuzzy gadget gallery gamble gambler gambit game games gangsta garage garden gardener gasoline gay gaylord gaming gear geek gems gemstone
generation generator generic genius gentle gentleman geography geology german geronimo getaway getout getsome ghetto ghosts giant gift girl girlfriend girls girlpower giveme glacier glass glasses
glitter global globe glory gloves glow goal goalie goblin goblue gods godsgift godspeed gogogo goldenboy goldie goldstar golf golfball golfing gollum good goodboy goodbye goodday goodgirl goodies
goodlife goodluck goodman goodmorning goodnight goodtime goodtimes gossip gotmilk gotohell government graffiti grandam grandmother grandson granite granny graphic graphics grass gravity great greatest
greed greedy greenbay greendog greenhouse greenman greenpeace greentea greentree grey grinder groove groovy ground group growing guarantee guess guild guitarist guitars gunner guns gunners gunsmoke
gymnast gymnastics gypsy habibi hair hairy halfmoon hallelujah hallmark hammer hammers hand handball handyman happyday happydays happyfeet happyface happygirl happyman happiness harbor hard hardball
harddrive hardrock hardware hardwork harleydavidson harmony harvest hateyou hate hatred havefun hawaiian hazard head headache headhunter headshot healing health hearing heart heartbeat heartbreak
heartless hearts heat heavy heavymetal height helicopter hellfire hellhole hellraiser hellyeah helmet help helpme hercules hereford heritage herobrine hero hidden highland highlife highway hilltop
historic history hitman hobbes holiday holidays hollow hollister holyshit home homeboy homebrew homeless homerun hometown homework homepage honest honesty honor honour hooker hooligan hooters hopeful
hopeless horizon horny horror hospital hotboy hotchick hotel hotgirl hotmail hotman hotmama hotpink hotrod hotsex hotshot hotstuff house household howdy huge hugs human humble humor hundred hungry
hurley husband hustle hustler hydro hyper hypnotic iceberg icebox icecube icequeen icecold icon ideal identity idiot idontknow ignition illusion image imagine imagination immortal impact impala
imperium important impossible impulse inside income incredible independence independent indian indians indigo industry infantry information initial injection inner innocent innovation insanity insert
insider inspire inspiration instant instinct insurance integra integrity intel intense interest interesting interior international intruder invasion invest investor invincible invisible iron ironhorse
irish italian item ivory jacket jackrabbit janitor jazzman jazzy jeans jerkoff jester jewel jewelry jewels journal journey joyful joystick judge juggalo juggernaut juicy jukebox jump jumping jungle
junk junkie justdoit justme justus karate karma katana keeper keyboard kickass kickflip kicker kidney kids killbill killerbee killers killjoy killme kilo kimono kind kinder kindness king kingdoms
kingfish kingfisher kingkong kingpin kings kisses kissme kissmyass kitchen kites kittycat kittykat knife knitting knock knowledge lacrosse ladder ladies lady ladybird lake laketahoe lamp lancer
landlord landscape language laptop laser laughter laundry lavender lawyer layla lazy leader leadership league learn learning leather leave leaves legacy legendary legends lego leisure lemons lesbian
letitbe letmepass letmesee letsgo letter letters level lexmark liar liberal liberty library license lick lickme lifeboat lifehack lifeisgood life lifeline lifestyle lifetime light lightbulb lighter
lighthouse lights lilac limited lincoln linebacker liquid liquor listen listing little littlebit littleman littleone live living loading local location lock locked locker locksmith logic logistics
logitech lonely lonelyboy lonestar lonewolf longboard longbow longhair longjohn longlife lookout looking lord lost lotus loud loudness love loveable lovebird lovebirds loveforever lovefamily lovehate
lovehurts loveislife lovekids lovelife loveless lovelove lovelylady lovemaking lovemom lovemylife lovepink lovesex lovesong lovestory lovestruck loving lowrider loyal loyalty luckyboy luckycharm
luckydog luckyduck luckygirl luckyme luckyman luckystar luckystrike luggage lumber lunar lunatic lunchbox luscious luxury machine machines madcow maddog madhouse madman mafia magazine magical magician
magnet magnetic magnolia maiden mailman majestic major makeup makeitso malibu mamamia management mandarin maniac manic mansion manu many maple marathon marble marigold marine mariner marketing
marlboro marriage married marry martian martial mastermind masters match material mathematics math maths matters maxima maximum maxpower maxwell mayday mayhem meadow mechanical media medical medicine
medieval medium mega megabyte member members memorex memories memory mental mentor mercenary mercy mermaid message messenger messiah metallic meteor method michelob microlab micro microphone
microscope midget midlife mighty military milkman miner mineral minister mini minimal minute mirage mirror mischief misery misfit misfits missile missing mister mistake mistress mobile mobster mode
model modelo modern mohawk moment momanddad momma monarch moneymaker moneyman moneys monitor monkeyboy monkeyman monkeybutt monroe monsoon monsters monument moocow moon moonbeam moonchild moonstar
moonstone morbid more morning moron mortgage motion motivation motocross motor motorbike motorcycle mountains mousepad movement movie movies mudvayne muffins multimedia multiple mummy murder muscle
museum mushrooms musica musical musicman musiclover musiclife mustache mutual mybaby myhome myself myfamily mylife mylove mymoney myname mypass myspace mystical naked namaste name nasty nation
national native natural nature naughty navigator neighbor neon nerd nerdy nervous netscape networking neutral never neverland nevermore newborn newgirl newguy newman newport news newton newuser
newworld newyear nice niceguy nicegirl niceass nickel nickname night nightclub nightfall nighthawk nightingale nightlife nightowl nights nighttime nimrod nineteen nipple nipples nobody noentry nofear
nolimit nomercy nomore none nononono normal north northern northside nosmoking notebook notes nowayout nuclear nudist nugget nuggets numberone numbers nurse nursing nutcase nutcracker nympho oakley
object obsession obvious occult oceans officer official oilers oldman oldschool olympia olympic omega online onelove onetime onlyme onlyone onlyyou openit opendoor opening openup operation operator
opinion opportunity optical optimist option orchard orchid orchids order organic organize origin original outback outcast outdoor outdoors outkast outlaw outlook outside outsider overdose overflow
overkill overload overlord override overtime oxygen package padlock pagan page pain painter painting palace pancho panic panties papabear papercut paper paperclip parachute parade paradigm paradox
parallel paranoia paranoid pardon parents parking parkour parliament part partner party partytime passage passenger passing passive passport passkey passme passpass passwordpassword passwords past
patent path patience patriot patrol pattern pavement paycheck payday payment peaceful peacemaker peaceout peanutbutter peanuts pebble pebbles pedal peekaboo pencil pencils penis pentagon pentium
people peppermint percent perfection performance perfume perhaps period permanent person personal perspective pervert pharmacy philosophy phone photo photograph photographer photography photos
physical physics pianoman pickup picnic picture pictures piercing pilgrim pillow pilot pimp pimpin pimping pinball pingpong pink pinkgirl pinky pioneer pipeline pirates pistol piston pitcher pixel
place plain planning planets plant plasma plastic play playa playball playboy players playful playground playhard playing playmate playtime plaza pleasant pleaseme pleasure pleasures plumber plunger
plus pocket poetry point poison pokerface polar polaris polarbear polish politics polo ponytail pool poop pooper poopoo poopy poohbear pooh popopo popstar popular porn porno pornstar portable portal
portfolio portrait position positive possible possum poster postman pottery pound poverty powder powerful powerhouse powerless powers practice praise preacher precision premier premium president
presario press presto prestige preston prettyboy prettygirl prettywoman pride priest prime primary primrose prince princes printer printing priority prison privacy probably problem problems process
producer product production products professional professor profile profit program programmer progress project promises property prophet prospect prosper protect protection protector protocol proton
proud psalm psalms psychology publisher puddin puddles pulsar pumpkins pumpkinpie puppet purchase pure purity purplehaze purplerain pussy pussycat pussies puzzle pyramid quality quantum quarter
quarterback quartz queenbee question questions quick quicksilver quiet quilting quixote raceway racer racecar racerx rachelle racoon radar radiant radical radio radioactive raffles ragdoll rage raging
rain rainbows rainman rainstorm rainy ramrod ranch random randomly rapid rascal rasta rastafari rastaman rational ravenous rawhide reach reaction reader reading ready real reality realtor reaper
reason reasons rebellion rebels rebirth recall receiver recipe reckless record records recovery recruit recycle redbaron redbone redcar reddevil reddevils reddog reddragon redeemer redeye redfish
redfox redhat redhot redline redman redriver redrock redrose redroses redrum redskin redstar redwine redwing redwood reflection reflex refresh refugee regional register registration regular relax
release reliable reliance religion reload reloaded remember remote renaissance renegade renegades rental replay report reporter republic republican request rescue research reserve reset resist
resource respect response restaurant result retired retirement retro return reunion reveal revenge reverse review reviewer revolver reward rhythm ricebowl richman rider riders ridge rifle right
righteous ring ringer riot ripper rise rising risk rivers riverside roadkill roadking roadrunner roadster robotics robot robots rockband rockbottom rockstars rockwell rodeo roller rollercoaster
rolling rolltide romance romantic rooftop rookie room roommate roots rose roses rotten rough round roundup route routine rover royal royals royalty rubber rugby ruger ruler rulez rumble runaway
running rush russian rustic ruthless sabotage sabre sacred sadness safari safe safety sailboat sailing saint saints salesman salsa salvation samurais sanctuary sand sandbox sandman sandals sandy santa
santaclaus sapper satan satellite satisfaction sauce savage savior sawyer scanner scarecrow scarlet scary scenery scenic schedule scholar school schoolgirl schoolbus science scientist scissors scotch
scotty scout scouts scrabble scream screamer screen screw screwdriver screwyou scripture scruffy scuba scubadiver sculpture search season seaside seaweed second seconds secrets section secure
seduction seeker select semper semperfi senator senior seniors sensation sensei sensitive series serious serpent servant session settings setup seven seventeen seventh several sewing sexaddict
sexappeal sexbomb sexgod sexkitten sexlove sexmachine sexman sexme sexsex sexslave sexsells sextoy sexual sexybabe sexybaby sexybeast sexychick sexydevil sexylady sexylegs sexylove sexymama sexyman
sexyme sexything sexytime shadows shakespeare shalimar shallow shamrock shaolin share sharpie shaved sheba shelter shepherd sheriff sherlock sherman shield shift shine shining shiny ship shipping
shipyard shirt shit shitface shithead shithappens shitty shock shocker shoes shogun shooter shooting shop shopper shopping shoptilyoudrop short shortcake shortcut shortstop shotgun shotokan shovel
show showboat shower showme showtime shuttle siamese sickness side sideline sideways sidewinder signal signature silence silent silicon silk silverfox silverstar silly similar simple simplelife
simplicity simplify simplyred single singing sinister sinner sisters sitting sixpack sixteen sixty size skateboarding skate skaters skating skeleton sketch skilled skinhead skinner skinny skippy
skittle skull skulls skydive skydiver skydiving skyhawk skylark skyline slapshot slater slave slayers sleep sleeper sleeping sleepless sleepy slick slide slider slim slimshady slippery slipper slow
slowhand slowpoke slugger slut slutty small smart smartass smartie smartguy smelly smiles smitten smitty smoke smoker smokes smokeweed smoking smooth snakebite snakeeyes snapper snapple snappy snatch
sneakers sniffer snipers snooker snow snowballs snowbird snowboarder snowboarding snowdrop snowfall snowflakes snowing snowmobile snowwhite snowy snuggle snuggles soccerball soccerboy soccergirl
soccermom soccerstar social society soccers softly softtail software soldiers soledad solid solitaire solitude solo solomon solution somebody someday someone something somewhere songbird sonnet
sonofabitch soprano sopranos sorcerer sorrow soul soulfly soulmate soulmates sound source south southern southpaw southside southwest souvenir space spacecowboy spacejam spaceship spade spades spank
spanking spanky spanish spark sparkle sparkles sparks sparkplug speak speaker speaking specialist specialk spectrum speech speed speedo speedracer speedster speedway spellbound sphinx spicy spiderweb
spinner spiral spirits spiritual spitfire splendid splinter spoiled spooky spoon sport sporting sports sportster spotlight spotty springer springfield springtime sprint sprinter sprout sprocket spud
square squash stacker stadium staff stage stairway stamford stampede standard standing stanford starburst starchild stardust stargazer starlet starlite starr starry start starter startup starving
state statement static station statistics statue status steam steel steele step stephens steroids sticker sticks sticky stiletto stingers stinger stinks stinky stock stocks stockings stocker stolen
stomach stoned stoner stonewall stoneman stop storage store stories stormy story straight strange strangers strategy stratus stream street streetball streets strength stress stretch strike striker
strikers string strings striper stripper stronger struggle stryker stubborn students studio studly stuff stumpy stupidity style stylish subject subway successful sucker suckers suckit suckme sucks
sugarbear sugarplum sugarfree suicide suitcase summers summertime summit sumo sundance sundown sunfish sunflowers sunlight sunnyday sunny sunray suntan superb supercool superdog superduper superfly
superfreak superior supermodel supernatural supersonic superstars supply supra supreme surf surfboard surfer surfers surfing surprise surrender survival survivor suspect sustain suzie swallow swamp
sweater sweeper sweetbaby sweetgirl sweethearts sweetlove sweetness sweetpea sweets sweety sweetypie swift swim swimmer swing swinger swingers swinging switch switchblade switzerland sycamore symbol
synergy syndicate syndrome tabletop tackle tadpole tailgate takeiteasy takeover talent talented talking tamborine tango tank tanker target tarheel tarheels tarot tattoo tattoos taxi teamwork tears
tease teaser technical technician techno technology teddybears teen teenager telecom television temp temporary temptation temptress tender tension terrible terrific territory testament testpass
testtest testuser texasholdem textbook thanks thankyou thankgod thebeach thebear thebeast thebeatles thebest thebomb theboss thecat thedog thedude thefuture thegame thegreat thehouse theking theman
themaster theone theory therapist therapy therock thesaint these thethe thewall thief thing things think thinker thinking third thirteen thirty thisisit thistle thong thongs thousand threesome
thriller throne throttle thuglife thumper thunderbird thunderbolt thunderstorm ticket tickets tickle tickler tidal tide tigerlily tigerwoods tightend time timeless timer timemachine times timeout
tinman tiny toaster today tomahawk tombstone tomorrow tongue tonight toodles toolbox toolman toolshed tools topdog topnotch topsecret topsy torch torment torpedo torture total touch touchdown tough
toughguy tourist towel tower towers toystory trace track tracker tractor tradition traffic trailer train trainer training trains tranquil transam transfer transit trash trauma travel traveler
traveller traverse treasure treasurer treble trees treefrog treehouse treetop triangle tribal tribe trick tricky tricks trigger trigun triple triplets triplex tripleh triton triumph trivial trojan
trojans trooper trophy tropical troubles truck trucker trucks true trueblue truelies trueman truefriend trumpets trunks trustme trustgod trustnobody trustnoone truth trying tsunami tugboat tulip
tulips tundra turbo turquoise turbine tuxedo tweetybird twelve twenty twentyone twinkle twinkles twins twist twisted twister twizzler typewriter typhoon ultima ultimate ultra ultraman umbrella umpire
underdog underground understand underworld undertow unforgiven unhappy union unique unit united unity unknown unlimited unlock unlucky unreal unstoppable until update upgrade upload upside uptown
urban usa username utopia vacation vagabond vagina valentine valentines valiant valley valor value vampires vandal vanguard vanish vanity variety vault vector vegetable vegetarian vehicle velocity
velvet vendetta vendor venture verbatim veritas versace version vertex vertical vertigo veteran viagra vibration vicious victim victory video videogame videos viking vikings villa village villain
vintage violence violets viral virgin virtual virtue vision visions visitor visual vitamin vivid voice voltage volume volunteer volvo voodoo vortex voyage voyeur vulcan wachovia waiting wakeup walk
walkman wall wallpaper wallstreet wanker wannabe wanted war warbird warcry warehouse warfare warm warning warthog washer waste wasted watcher watches water waterboy waterfall waterloo waterman
watermelons waterpolo watersports wave waves wealth weapon weather web webdesign webmaster webster wedding weed weekend welder wellness werewolf western westlife westside wetpussy wetter whatsup
whatthe whatthefuck whatthehell wheels wheeler whisper whispers whistle whitehouse whiteboy whitecat whitedog whiterabbit whiterose whitesox whiteout whitney whocares whoknows whoami whore wicked
wicker wicca wide widget widow wife wild wildcard wildchild wilderness wildfire wildflower wildman wildone wildrose wildwood willow wildlife will winger winners winning winters wireless wiseguy
wiseman wishbone wishes witch witches withlove without witness wizards wonderboy wonderland wonders woodland woodstock woodwork woofwoof word wordpass words work worker working workout works world
worldcup worldpeace worldwide worthless worthy wrangler wreckless wrench wrestle wrestler wrinkle wrinkles write writer writing wrong xanadu xanthe xerox xylophone yahoo yardbird yardsale yeah year
yellowstone yesterday yesyes yomama yoyo youngblood youngone younggun yourmom yourmother yourself youth yummy zaphod zealot zenith zephyr zero ziggy zigzag zipper zippy zombies zone zoom zoomer
backdoor drowssap enterpris maryjane pookie sergei tootsie trustno1 abcabc acdc acer aikido akira alfaromeo alpine amstrad aol apache asdf asdfasdf asus atari azer beemer bentley benz bugatti buick
cadillac casio celica chrysler citroen commodore corolla corsair cressida datsun delphi desoto duster eclair elantra epson ericsson evinrude fiat fordf fujitsu galant gmail gmc gsxr hitachi holden
hummer hyundai infiniti intrepid isuzu jeep jetta johndeere kenwood kia kona lada lancia landrover lexus maserati maxtor maybach megane micra minicooper mitsubishi mondeo navara nextel nike nova
oldsmobile opel outlander pajero panasonic passat philips pontiac prelude prius qwer reebok rolex rolls rollsroyce saab scania scirocco sentra sharp siemens skoda skype sony sonyericsson spotify
tacoma tahoe tesla toshiba vectra verizon vespa volkswagon wikipedia xbox yugo zafira zune israel palestine
`
    .trim()
    .split(/\s+/),
);
