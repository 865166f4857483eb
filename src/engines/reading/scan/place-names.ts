// The divisions, districts and upazilas of Bangladesh, in Bengali and English, spelled as in the official lists.

/** One line per district: division | district, English | upazilas, each with its English name after a slash. */
const list = `
বরিশাল/Barishal | বরগুনা/Barguna | আমতলী/Amtali, বামনা/Bamna, বরগুনা সদর/Barguna Sadar, বেতাগী/Betagi, পাথরঘাটা/Patharghata, তালতলী/Taltali
বরিশাল/Barishal | বরিশাল/Barishal | আগৈলঝাড়া/Agailjhara, বাবুগঞ্জ/Babuganj, বাকেরগঞ্জ/Bakerganj, বানারীপাড়া/Banaripara, গৌরনদী/Gaurnadi, হিজলা/Hizla, বরিশাল সদর/Barishal Sadar, মেহেন্দিগঞ্জ/Mehendiganj, মুলাদী/Muladi, উজিরপুর/Wazirpur
বরিশাল/Barishal | ভোলা/Bhola | ভোলা সদর/Bhola Sadar, বোরহানউদ্দিন/Burhanuddin, চরফ্যাশন/Char Fasson, দৌলতখান/Daulatkhan, লালমোহন/Lalmohan, মনপুরা/Manpura, তজুমদ্দিন/Tazumuddin
বরিশাল/Barishal | ঝালকাঠি/Jhalokati | ঝালকাঠি সদর/Jhalokati Sadar, কাঁঠালিয়া/Kathalia, নলছিটি/Nalchity, রাজাপুর/Rajapur
বরিশাল/Barishal | পটুয়াখালী/Patuakhali | বাউফল/Bauphal, দশমিনা/Dashmina, গলাচিপা/Galachipa, কলাপাড়া/Kalapara, মির্জাগঞ্জ/Mirzaganj, পটুয়াখালী সদর/Patuakhali Sadar, রাঙ্গাবালী/Rangabali, দুমকি/Dumki
বরিশাল/Barishal | পিরোজপুর/Pirojpur | ভান্ডারিয়া/Bhandaria, কাউখালী/Kawkhali, মঠবাড়িয়া/Mathbaria, নাজিরপুর/Nazirpur, নেছারাবাদ/Nesarabad, পিরোজপুর সদর/Pirojpur Sadar, ইন্দুরকানী/Indurkani
চট্টগ্রাম/Chattogram | বান্দরবান/Bandarban | আলীকদম/Alikadam, বান্দরবান সদর/Bandarban Sadar, লামা/Lama, নাইক্ষ্যংছড়ি/Naikhongchhari, রোয়াংছড়ি/Rowangchhari, রুমা/Ruma, থানচি/Thanchi
চট্টগ্রাম/Chattogram | ব্রাহ্মণবাড়িয়া/Brahmanbaria | আখাউড়া/Akhaura, আশুগঞ্জ/Ashuganj, বাঞ্ছারামপুর/Bancharampur, বিজয়নগর/Bijoynagar, ব্রাহ্মণবাড়িয়া সদর/Brahmanbaria Sadar, কসবা/Kasba, নবীনগর/Nabinagar, নাসিরনগর/Nasirnagar, সরাইল/Sarail
চট্টগ্রাম/Chattogram | চাঁদপুর/Chandpur | চাঁদপুর সদর/Chandpur Sadar, ফরিদগঞ্জ/Faridganj, হাইমচর/Haimchar, হাজীগঞ্জ/Hajiganj, কচুয়া/Kachua, মতলব উত্তর/Matlab Uttar, মতলব দক্ষিণ/Matlab Dakshin, শাহরাস্তি/Shahrasti
চট্টগ্রাম/Chattogram | চট্টগ্রাম/Chattogram | আনোয়ারা/Anwara, বাঁশখালী/Banshkhali, বোয়ালখালী/Boalkhali, চন্দনাইশ/Chandanaish, ফটিকছড়ি/Fatikchhari, হাটহাজারী/Hathazari, কর্ণফুলী/Karnaphuli, লোহাগাড়া/Lohagara, মীরসরাই/Mirsharai, পটিয়া/Patiya, রাঙ্গুনিয়া/Rangunia, রাউজান/Raozan, সন্দ্বীপ/Sandwip, সাতকানিয়া/Satkania, সীতাকুণ্ড/Sitakunda
চট্টগ্রাম/Chattogram | কক্সবাজার/Cox's Bazar | চকরিয়া/Chakaria, কক্সবাজার সদর/Cox's Bazar Sadar, ঈদগাঁও/Eidgaon, কুতুবদিয়া/Kutubdia, মহেশখালী/Maheshkhali, পেকুয়া/Pekua, রামু/Ramu, টেকনাফ/Teknaf, উখিয়া/Ukhia
চট্টগ্রাম/Chattogram | কুমিল্লা/Cumilla | বরুড়া/Barura, ব্রাহ্মণপাড়া/Brahmanpara, বুড়িচং/Burichang, চান্দিনা/Chandina, চৌদ্দগ্রাম/Chauddagram, দাউদকান্দি/Daudkandi, দেবিদ্বার/Debidwar, হোমনা/Homna, কুমিল্লা আদর্শ সদর/Cumilla Adarsha Sadar, কুমিল্লা সদর দক্ষিণ/Cumilla Sadar Dakshin, লাকসাম/Laksam, লালমাই/Lalmai, মনোহরগঞ্জ/Manoharganj, মেঘনা/Meghna, মুরাদনগর/Muradnagar, নাঙ্গলকোট/Nangalkot, তিতাস/Titas
চট্টগ্রাম/Chattogram | ফেনী/Feni | ছাগলনাইয়া/Chhagalnaiya, দাগনভূঞা/Daganbhuiyan, ফেনী সদর/Feni Sadar, ফুলগাজী/Fulgazi, পরশুরাম/Parshuram, সোনাগাজী/Sonagazi
চট্টগ্রাম/Chattogram | খাগড়াছড়ি/Khagrachhari | দীঘিনালা/Dighinala, গুইমারা/Guimara, খাগড়াছড়ি সদর/Khagrachhari Sadar, লক্ষ্মীছড়ি/Lakshmichhari, মহালছড়ি/Mahalchhari, মানিকছড়ি/Manikchhari, মাটিরাঙ্গা/Matiranga, পানছড়ি/Panchhari, রামগড়/Ramgarh
চট্টগ্রাম/Chattogram | লক্ষ্মীপুর/Lakshmipur | কমলনগর/Kamalnagar, লক্ষ্মীপুর সদর/Lakshmipur Sadar, রায়পুর/Raipur, রামগঞ্জ/Ramganj, রামগতি/Ramgati
চট্টগ্রাম/Chattogram | নোয়াখালী/Noakhali | বেগমগঞ্জ/Begumganj, চাটখিল/Chatkhil, কোম্পানীগঞ্জ/Companiganj, হাতিয়া/Hatiya, কবিরহাট/Kabirhat, নোয়াখালী সদর/Noakhali Sadar, সেনবাগ/Senbagh, সোনাইমুড়ী/Sonaimuri, সুবর্ণচর/Subarnachar
চট্টগ্রাম/Chattogram | রাঙ্গামাটি/Rangamati | বাঘাইছড়ি/Baghaichhari, বরকল/Barkal, বিলাইছড়ি/Belaichhari, জুরাছড়ি/Juraichhari, কাপ্তাই/Kaptai, কাউখালী/Kawkhali, লংগদু/Langadu, নানিয়ারচর/Naniarchar, রাজস্থলী/Rajasthali, রাঙ্গামাটি সদর/Rangamati Sadar
ঢাকা/Dhaka | ঢাকা/Dhaka | ধামরাই/Dhamrai, দোহার/Dohar, কেরানীগঞ্জ/Keraniganj, নবাবগঞ্জ/Nawabganj, সাভার/Savar
ঢাকা/Dhaka | ফরিদপুর/Faridpur | আলফাডাঙ্গা/Alfadanga, ভাঙ্গা/Bhanga, বোয়ালমারী/Boalmari, চরভদ্রাসন/Charbhadrasan, ফরিদপুর সদর/Faridpur Sadar, মধুখালী/Madhukhali, নগরকান্দা/Nagarkanda, সদরপুর/Sadarpur, সালথা/Saltha
ঢাকা/Dhaka | গাজীপুর/Gazipur | গাজীপুর সদর/Gazipur Sadar, কালিয়াকৈর/Kaliakair, কালীগঞ্জ/Kaliganj, কাপাসিয়া/Kapasia, শ্রীপুর/Sreepur
ঢাকা/Dhaka | গোপালগঞ্জ/Gopalganj | গোপালগঞ্জ সদর/Gopalganj Sadar, কাশিয়ানী/Kashiani, কোটালীপাড়া/Kotalipara, মুকসুদপুর/Muksudpur, টুঙ্গিপাড়া/Tungipara
ঢাকা/Dhaka | কিশোরগঞ্জ/Kishoreganj | অষ্টগ্রাম/Austagram, বাজিতপুর/Bajitpur, ভৈরব/Bhairab, হোসেনপুর/Hossainpur, ইটনা/Itna, করিমগঞ্জ/Karimganj, কটিয়াদী/Katiadi, কিশোরগঞ্জ সদর/Kishoreganj Sadar, কুলিয়ারচর/Kuliarchar, মিঠামইন/Mithamain, নিকলী/Nikli, পাকুন্দিয়া/Pakundia, তাড়াইল/Tarail
ঢাকা/Dhaka | মাদারীপুর/Madaripur | ডাসার/Dasar, কালকিনি/Kalkini, মাদারীপুর সদর/Madaripur Sadar, রাজৈর/Rajoir, শিবচর/Shibchar
ঢাকা/Dhaka | মানিকগঞ্জ/Manikganj | দৌলতপুর/Daulatpur, ঘিওর/Ghior, হরিরামপুর/Harirampur, মানিকগঞ্জ সদর/Manikganj Sadar, সাটুরিয়া/Saturia, শিবালয়/Shibalaya, সিংগাইর/Singair
ঢাকা/Dhaka | মুন্সিগঞ্জ/Munshiganj | গজারিয়া/Gazaria, লৌহজং/Louhajang, মুন্সিগঞ্জ সদর/Munshiganj Sadar, সিরাজদিখান/Sirajdikhan, শ্রীনগর/Sreenagar, টঙ্গীবাড়ী/Tongibari
ঢাকা/Dhaka | নারায়ণগঞ্জ/Narayanganj | আড়াইহাজার/Araihazar, বন্দর/Bandar, নারায়ণগঞ্জ সদর/Narayanganj Sadar, রূপগঞ্জ/Rupganj, সোনারগাঁও/Sonargaon
ঢাকা/Dhaka | নরসিংদী/Narsingdi | বেলাব/Belabo, মনোহরদী/Monohardi, নরসিংদী সদর/Narsingdi Sadar, পলাশ/Palash, রায়পুরা/Raipura, শিবপুর/Shibpur
ঢাকা/Dhaka | রাজবাড়ী/Rajbari | বালিয়াকান্দি/Baliakandi, গোয়ালন্দ/Goalanda, কালুখালী/Kalukhali, পাংশা/Pangsha, রাজবাড়ী সদর/Rajbari Sadar
ঢাকা/Dhaka | শরীয়তপুর/Shariatpur | ভেদরগঞ্জ/Bhedarganj, ডামুড্যা/Damudya, গোসাইরহাট/Gosairhat, জাজিরা/Zajira, নড়িয়া/Naria, শরীয়তপুর সদর/Shariatpur Sadar
ঢাকা/Dhaka | টাঙ্গাইল/Tangail | বাসাইল/Basail, ভূঞাপুর/Bhuapur, দেলদুয়ার/Delduar, ধনবাড়ী/Dhanbari, ঘাটাইল/Ghatail, গোপালপুর/Gopalpur, কালিহাতী/Kalihati, মধুপুর/Madhupur, মির্জাপুর/Mirzapur, নাগরপুর/Nagarpur, সখিপুর/Sakhipur, টাঙ্গাইল সদর/Tangail Sadar
খুলনা/Khulna | বাগেরহাট/Bagerhat | বাগেরহাট সদর/Bagerhat Sadar, চিতলমারী/Chitalmari, ফকিরহাট/Fakirhat, কচুয়া/Kachua, মোল্লাহাট/Mollahat, মোংলা/Mongla, মোরেলগঞ্জ/Morrelganj, রামপাল/Rampal, শরণখোলা/Sarankhola
খুলনা/Khulna | চুয়াডাঙ্গা/Chuadanga | আলমডাঙ্গা/Alamdanga, চুয়াডাঙ্গা সদর/Chuadanga Sadar, দামুড়হুদা/Damurhuda, জীবননগর/Jibannagar
খুলনা/Khulna | যশোর/Jashore | অভয়নগর/Abhaynagar, বাঘারপাড়া/Bagherpara, চৌগাছা/Chaugachha, যশোর সদর/Jashore Sadar, ঝিকরগাছা/Jhikargachha, কেশবপুর/Keshabpur, মনিরামপুর/Manirampur, শার্শা/Sharsha
খুলনা/Khulna | ঝিনাইদহ/Jhenaidah | হরিণাকুণ্ডু/Harinakunda, ঝিনাইদহ সদর/Jhenaidah Sadar, কালীগঞ্জ/Kaliganj, কোটচাঁদপুর/Kotchandpur, মহেশপুর/Maheshpur, শৈলকুপা/Shailkupa
খুলনা/Khulna | খুলনা/Khulna | বটিয়াঘাটা/Batiaghata, দাকোপ/Dacope, দিঘলিয়া/Dighalia, ডুমুরিয়া/Dumuria, কয়রা/Koyra, পাইকগাছা/Paikgachha, ফুলতলা/Phultala, রূপসা/Rupsha, তেরখাদা/Terokhada
খুলনা/Khulna | কুষ্টিয়া/Kushtia | ভেড়ামারা/Bheramara, দৌলতপুর/Daulatpur, খোকসা/Khoksa, কুমারখালী/Kumarkhali, কুষ্টিয়া সদর/Kushtia Sadar, মিরপুর/Mirpur
খুলনা/Khulna | মাগুরা/Magura | মাগুরা সদর/Magura Sadar, মহম্মদপুর/Mohammadpur, শালিখা/Shalikha, শ্রীপুর/Sreepur
খুলনা/Khulna | মেহেরপুর/Meherpur | গাংনী/Gangni, মেহেরপুর সদর/Meherpur Sadar, মুজিবনগর/Mujibnagar
খুলনা/Khulna | নড়াইল/Narail | কালিয়া/Kalia, লোহাগড়া/Lohagara, নড়াইল সদর/Narail Sadar
খুলনা/Khulna | সাতক্ষীরা/Satkhira | আশাশুনি/Assasuni, দেবহাটা/Debhata, কলারোয়া/Kalaroa, কালিগঞ্জ/Kaliganj, সাতক্ষীরা সদর/Satkhira Sadar, শ্যামনগর/Shyamnagar, তালা/Tala
ময়মনসিংহ/Mymensingh | জামালপুর/Jamalpur | বকশীগঞ্জ/Bakshiganj, দেওয়ানগঞ্জ/Dewanganj, ইসলামপুর/Islampur, জামালপুর সদর/Jamalpur Sadar, মাদারগঞ্জ/Madarganj, মেলান্দহ/Melandaha, সরিষাবাড়ী/Sarishabari
ময়মনসিংহ/Mymensingh | ময়মনসিংহ/Mymensingh | ভালুকা/Bhaluka, ধোবাউড়া/Dhobaura, ফুলবাড়ীয়া/Fulbaria, গফরগাঁও/Gaffargaon, গৌরীপুর/Gauripur, হালুয়াঘাট/Haluaghat, ঈশ্বরগঞ্জ/Ishwarganj, ময়মনসিংহ সদর/Mymensingh Sadar, মুক্তাগাছা/Muktagachha, নান্দাইল/Nandail, ফুলপুর/Phulpur, তারাকান্দা/Tarakanda, ত্রিশাল/Trishal
ময়মনসিংহ/Mymensingh | নেত্রকোণা/Netrokona | আটপাড়া/Atpara, বারহাট্টা/Barhatta, দুর্গাপুর/Durgapur, কলমাকান্দা/Kalmakanda, কেন্দুয়া/Kendua, খালিয়াজুরী/Khaliajuri, মদন/Madan, মোহনগঞ্জ/Mohanganj, নেত্রকোণা সদর/Netrokona Sadar, পূর্বধলা/Purbadhala
ময়মনসিংহ/Mymensingh | শেরপুর/Sherpur | ঝিনাইগাতী/Jhenaigati, নকলা/Nakla, নালিতাবাড়ী/Nalitabari, শেরপুর সদর/Sherpur Sadar, শ্রীবরদী/Sreebardi
রাজশাহী/Rajshahi | বগুড়া/Bogura | আদমদিঘী/Adamdighi, বগুড়া সদর/Bogura Sadar, ধুনট/Dhunat, দুপচাঁচিয়া/Dhupchanchia, গাবতলী/Gabtali, কাহালু/Kahaloo, নন্দীগ্রাম/Nandigram, সারিয়াকান্দি/Sariakandi, শাজাহানপুর/Shajahanpur, শেরপুর/Sherpur, শিবগঞ্জ/Shibganj, সোনাতলা/Sonatala
রাজশাহী/Rajshahi | চাঁপাইনবাবগঞ্জ/Chapainawabganj | ভোলাহাট/Bholahat, গোমস্তাপুর/Gomastapur, নাচোল/Nachole, চাঁপাইনবাবগঞ্জ সদর/Chapainawabganj Sadar, শিবগঞ্জ/Shibganj
রাজশাহী/Rajshahi | জয়পুরহাট/Joypurhat | আক্কেলপুর/Akkelpur, জয়পুরহাট সদর/Joypurhat Sadar, কালাই/Kalai, ক্ষেতলাল/Khetlal, পাঁচবিবি/Panchbibi
রাজশাহী/Rajshahi | নওগাঁ/Naogaon | আত্রাই/Atrai, বদলগাছী/Badalgachhi, ধামইরহাট/Dhamoirhat, মান্দা/Manda, মহাদেবপুর/Mahadebpur, নওগাঁ সদর/Naogaon Sadar, নিয়ামতপুর/Niamatpur, পত্নীতলা/Patnitala, পোরশা/Porsha, রাণীনগর/Raninagar, সাপাহার/Sapahar
রাজশাহী/Rajshahi | নাটোর/Natore | বাগাতিপাড়া/Bagatipara, বড়াইগ্রাম/Baraigram, গুরুদাসপুর/Gurudaspur, লালপুর/Lalpur, নলডাঙ্গা/Naldanga, নাটোর সদর/Natore Sadar, সিংড়া/Singra
রাজশাহী/Rajshahi | পাবনা/Pabna | আটঘরিয়া/Atgharia, বেড়া/Bera, ভাঙ্গুড়া/Bhangura, চাটমোহর/Chatmohar, ফরিদপুর/Faridpur, ঈশ্বরদী/Ishwardi, পাবনা সদর/Pabna Sadar, সাঁথিয়া/Santhia, সুজানগর/Sujanagar
রাজশাহী/Rajshahi | রাজশাহী/Rajshahi | বাঘা/Bagha, বাগমারা/Bagmara, চারঘাট/Charghat, দুর্গাপুর/Durgapur, গোদাগাড়ী/Godagari, মোহনপুর/Mohanpur, পবা/Paba, পুঠিয়া/Puthia, তানোর/Tanore
রাজশাহী/Rajshahi | সিরাজগঞ্জ/Sirajganj | বেলকুচি/Belkuchi, চৌহালি/Chauhali, কামারখন্দ/Kamarkhanda, কাজীপুর/Kazipur, রায়গঞ্জ/Raiganj, শাহজাদপুর/Shahjadpur, সিরাজগঞ্জ সদর/Sirajganj Sadar, তাড়াশ/Tarash, উল্লাপাড়া/Ullapara
রংপুর/Rangpur | দিনাজপুর/Dinajpur | বিরল/Biral, বিরামপুর/Birampur, বীরগঞ্জ/Birganj, বোচাগঞ্জ/Bochaganj, চিরিরবন্দর/Chirirbandar, দিনাজপুর সদর/Dinajpur Sadar, ফুলবাড়ী/Fulbari, ঘোড়াঘাট/Ghoraghat, হাকিমপুর/Hakimpur, কাহারোল/Kaharole, খানসামা/Khansama, নবাবগঞ্জ/Nawabganj, পার্বতীপুর/Parbatipur
রংপুর/Rangpur | গাইবান্ধা/Gaibandha | ফুলছড়ি/Fulchhari, গাইবান্ধা সদর/Gaibandha Sadar, গোবিন্দগঞ্জ/Gobindaganj, পলাশবাড়ী/Palashbari, সাদুল্লাপুর/Sadullapur, সাঘাটা/Saghata, সুন্দরগঞ্জ/Sundarganj
রংপুর/Rangpur | কুড়িগ্রাম/Kurigram | ভুরুঙ্গামারী/Bhurungamari, চর রাজিবপুর/Char Rajibpur, চিলমারী/Chilmari, ফুলবাড়ী/Phulbari, কুড়িগ্রাম সদর/Kurigram Sadar, নাগেশ্বরী/Nageshwari, রাজারহাট/Rajarhat, রৌমারী/Raumari, উলিপুর/Ulipur
রংপুর/Rangpur | লালমনিরহাট/Lalmonirhat | আদিতমারী/Aditmari, হাতীবান্ধা/Hatibandha, কালীগঞ্জ/Kaliganj, লালমনিরহাট সদর/Lalmonirhat Sadar, পাটগ্রাম/Patgram
রংপুর/Rangpur | নীলফামারী/Nilphamari | ডিমলা/Dimla, ডোমার/Domar, জলঢাকা/Jaldhaka, কিশোরগঞ্জ/Kishoreganj, নীলফামারী সদর/Nilphamari Sadar, সৈয়দপুর/Saidpur
রংপুর/Rangpur | পঞ্চগড়/Panchagarh | আটোয়ারী/Atwari, বোদা/Boda, দেবীগঞ্জ/Debiganj, পঞ্চগড় সদর/Panchagarh Sadar, তেঁতুলিয়া/Tetulia
রংপুর/Rangpur | রংপুর/Rangpur | বদরগঞ্জ/Badarganj, গংগাচড়া/Gangachara, কাউনিয়া/Kaunia, মিঠাপুকুর/Mithapukur, পীরগাছা/Pirgachha, পীরগঞ্জ/Pirganj, রংপুর সদর/Rangpur Sadar, তারাগঞ্জ/Taraganj
রংপুর/Rangpur | ঠাকুরগাঁও/Thakurgaon | বালিয়াডাঙ্গী/Baliadangi, হরিপুর/Haripur, পীরগঞ্জ/Pirganj, রাণীশংকৈল/Ranisankail, ঠাকুরগাঁও সদর/Thakurgaon Sadar
সিলেট/Sylhet | হবিগঞ্জ/Habiganj | আজমিরীগঞ্জ/Ajmiriganj, বাহুবল/Bahubal, বানিয়াচং/Baniachong, চুনারুঘাট/Chunarughat, হবিগঞ্জ সদর/Habiganj Sadar, লাখাই/Lakhai, মাধবপুর/Madhabpur, নবীগঞ্জ/Nabiganj, শায়েস্তাগঞ্জ/Shayestaganj
সিলেট/Sylhet | মৌলভীবাজার/Moulvibazar | বড়লেখা/Barlekha, জুড়ী/Juri, কমলগঞ্জ/Kamalganj, কুলাউড়া/Kulaura, মৌলভীবাজার সদর/Moulvibazar Sadar, রাজনগর/Rajnagar, শ্রীমঙ্গল/Sreemangal
সিলেট/Sylhet | সুনামগঞ্জ/Sunamganj | বিশ্বম্ভরপুর/Bishwamvarpur, ছাতক/Chhatak, দিরাই/Derai, ধর্মপাশা/Dharampasha, দোয়ারাবাজার/Dowarabazar, জগন্নাথপুর/Jagannathpur, জামালগঞ্জ/Jamalganj, মধ্যনগর/Madhyanagar, শাল্লা/Shalla, শান্তিগঞ্জ/Shantiganj, সুনামগঞ্জ সদর/Sunamganj Sadar, তাহিরপুর/Tahirpur
সিলেট/Sylhet | সিলেট/Sylhet | বালাগঞ্জ/Balaganj, বিয়ানীবাজার/Beanibazar, বিশ্বনাথ/Bishwanath, কোম্পানীগঞ্জ/Companiganj, দক্ষিণ সুরমা/Dakshin Surma, ফেঞ্চুগঞ্জ/Fenchuganj, গোলাপগঞ্জ/Golapganj, গোয়াইনঘাট/Gowainghat, জৈন্তাপুর/Jaintiapur, কানাইঘাট/Kanaighat, ওসমানীনগর/Osmaninagar, সিলেট সদর/Sylhet Sadar, জকিগঞ্জ/Zakiganj
`;

export interface District {
  division: PlaceName;
  name: PlaceName;
  upazilas: PlaceName[];
}

/** Both spellings, NFC. */
export interface PlaceName {
  bangla: string;
  english: string;
}

function placeOf(pair: string): PlaceName {
  const [bangla = '', english = ''] = pair.trim().split('/');
  return { bangla: bangla.normalize('NFC'), english };
}

export const districts: readonly District[] = list
  .trim()
  .split('\n')
  .map((line) => {
    const [division = '', name = '', upazilas = ''] = line.split(' | ');
    return { division: placeOf(division), name: placeOf(name), upazilas: upazilas.split(',').map(placeOf) };
  });
